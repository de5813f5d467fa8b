import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Around } from '../../ui/around.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { deleteAccount } from './account.ts';

const ids = { custid: 'delete-custid', password: 'delete-password' };

interface DangerSectionProps {
  readonly custid: string;
  /** The account is gone, and with it the session. */
  readonly onDeleted: () => void;
}

/** Deletes the account; asks for its name, so that nobody does it by mistake, and for the password. */
export function DangerSection({ custid, onDeleted }: DangerSectionProps) {
  const { t } = useTranslation('app');
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t('account.danger.title')} tone="danger">
      <p className="text-ui">{t('account.danger.text')}</p>
      {isOpen ? (
        <DeleteForm custid={custid} onDeleted={onDeleted} onCancel={() => setOpen(false)} />
      ) : (
        <button type="button" className="btn btn-text-danger self-start max-sm:w-full" onClick={() => setOpen(true)}>
          {t('account.danger.open')}
        </button>
      )}
    </Section>
  );
}

function DeleteForm({ custid, onDeleted, onCancel }: DangerSectionProps & { onCancel: () => void }) {
  const { t, i18n } = useTranslation(['app', 'public']);
  const send = useCallback(
    async (fields: FormData) => {
      if (textIn(fields, 'custid').trim().toLowerCase() !== custid.toLowerCase()) refuse('other_custid');
      const password = textIn(fields, 'confirmation');
      if (password === '') refuse('confirmation_required');
      await deleteAccount(password);
      onDeleted();
    },
    [custid, onDeleted],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const code = codeOf(error);
  const labels = { custid: t('account.danger.custid'), password: t('account.password.current') };
  const at = code === 'other_custid' ? 'custid' : 'password';
  const isFieldError = code === 'other_custid' || code === 'confirmation_required' || code === 'bad_confirmation';
  const errorAt = (field: keyof typeof ids) => (isFieldError && at === field ? problem?.text : undefined);
  return (
    <form className="flex max-w-narrow flex-col gap-4" noValidate onSubmit={onSubmit}>
      <ProblemNotice problem={problem} field={isFieldError ? { id: ids[at], label: labels[at] } : undefined} />
      <p className="text-ui">
        <Around text={t('account.danger.type', { custid: '\n' })}>
          <bdi className="font-semibold">{custid}</bdi>
        </Around>
      </p>
      <TextField
        id={ids.custid}
        label={labels.custid}
        name="custid"
        autoComplete="off"
        isReadOnly={isBusy}
        error={errorAt('custid')}
      />
      <PasswordField
        id={ids.password}
        label={labels.password}
        showLabel={t('public:newPassword.show')}
        name="confirmation"
        autoComplete="current-password"
        isReadOnly={isBusy}
        error={errorAt('password')}
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton look="danger" type="submit" className="max-sm:w-full" isOff={isBusy}>
          {isBusy ? t('account.busy') : t('account.danger.submit')}
        </ActionButton>
        <ActionButton look="quiet" className="max-sm:w-full" onClick={onCancel}>
          {t('account.cancel')}
        </ActionButton>
      </div>
    </form>
  );
}
