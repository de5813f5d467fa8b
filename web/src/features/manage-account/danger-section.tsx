import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wrong } from '../../contracts/wrong.ts';
import { api } from '../../lib/calls/api.ts';
import { codeOf, refuse, refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { apiPaths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Around } from '../../ui/around.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { CurrentPasswordField } from '../../ui/password-field.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface DangerSectionProps {
  readonly custid: string;
  /** The account is gone, and with it the session. */
  readonly onDeleted: () => void;
}

/** Deletes the account. Asks for the email address, so that nobody does it by mistake, and for the password. */
export function DangerSection({ custid, onDeleted }: DangerSectionProps) {
  const { t } = useTranslation('app');
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t('account.danger.title')} tone="danger">
      <p className="text-ui">{t('account.danger.text')}</p>
      {isOpen ? (
        <DeleteForm custid={custid} onDeleted={onDeleted} onCancel={() => setOpen(false)} />
      ) : (
        <ActionButton look="text-danger" className="self-start max-sm:w-full" onClick={() => setOpen(true)}>
          {t('account.danger.open')}
        </ActionButton>
      )}
    </Section>
  );
}

function DeleteForm({ custid, onDeleted, onCancel }: DangerSectionProps & { onCancel: () => void }) {
  const { t } = useTranslation('app');
  const send = async (fields: FormData) => {
    const isOther = textIn(fields, 'custid').trim().toLowerCase() !== custid.toLowerCase();
    const password = textIn(fields, 'confirmation');
    refuseAll(wrong({ other_custid: isOther, confirmation_required: password === '' }));
    await api({ path: apiPaths.deleteAccount, form: { confirmation: password } }).catch(refuseConfirmation);
    onDeleted();
  };
  return (
    <FieldForm
      place="section"
      fields={{
        custid: { id: 'delete-custid', label: t('account.danger.custid'), blamedFor: ['other_custid'] },
        password: {
          id: 'delete-password',
          label: t('account.password.current'),
          blamedFor: ['confirmation_required', 'bad_confirmation'],
        },
      }}
      send={send}
      submit={{ label: t('account.danger.submit'), busy: t('account.busy'), look: 'danger' }}
      cancel={{ label: t('account.cancel'), onCancel }}
    >
      {(field) => (
        <>
          <p className="text-ui">
            <Around text={t('account.danger.type', { custid: '\n' })}>
              <bdi className="font-semibold">{custid}</bdi>
            </Around>
          </p>
          <TextField {...field('custid')} name="custid" autoComplete="off" />
          <CurrentPasswordField {...field('password')} name="confirmation" />
        </>
      )}
    </FieldForm>
  );
}

/** The contract has one code for two messages; here it means the one about the confirmation. */
function refuseConfirmation(error: unknown): never {
  if (codeOf(error) === 'bad_password') refuse('bad_confirmation');
  throw error;
}
