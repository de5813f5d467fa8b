import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutate } from '../../gql/mutate.ts';
import { lookUpCustomerOperation } from '../../gql/operations/look-up-customer.generated.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One customer by id, or by the whole address; a look-up by address is sent as a form, never as part of an address. */
export function FindCustomer({ onFound }: { readonly onFound: (id: string) => void }) {
  const { t } = useTranslation(['colonel', 'app']);
  const [isNobody, setNobody] = useState(false);
  const { isBusy, error, onSubmit } = useSubmit(async (fields) => {
    const wanted = textIn(fields, 'customer').trim().toLowerCase();
    setNobody(false);
    if (wanted === '') return;
    if (uuid.test(wanted)) return onFound(wanted);
    const { lookUpCustomer } = await mutate(lookUpCustomerOperation, { input: { custid: wanted } });
    if (lookUpCustomer.customer === null) setNobody(true);
    else onFound(lookUpCustomer.customer.id);
  });
  return (
    <Section title={t('search.title')}>
      <form className="flex max-w-narrow flex-col gap-4" noValidate onSubmit={onSubmit}>
        <ProblemNotice error={error} />
        <TextField
          name="customer"
          label={t('search.label')}
          hint={t('search.hint')}
          autoComplete="off"
          maxLength={254}
          enterKeyHint="search"
          isReadOnly={isBusy}
        />
        <div>
          <ActionButton look="primary" type="submit" className="max-sm:w-full" isOff={isBusy}>
            {isBusy ? t('app:account.busy') : t('search.submit')}
          </ActionButton>
        </div>
        {isNobody && (
          <Notice kind="warning" takesFocus>
            {t('search.nobody')}
          </Notice>
        )}
      </form>
    </Section>
  );
}
