import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { checkNewPassword } from '../../contracts/credentials.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { newPasswordTexts } from '../../i18n/new-password-texts.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { NewPasswordFields } from '../../passwords/new-password-fields.tsx';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Link } from '../../ui/link.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { resetPassword } from './reset-password.ts';

const ids = { password: 'reset-password', confirm: 'reset-confirm' };
const blamed: Readonly<Record<string, keyof typeof ids>> = {
  short_password: 'password',
  long_password: 'password',
  common_password: 'password',
  password_mismatch: 'confirm',
};

export function ResetForm({ resetKey, onDone }: { resetKey: string; onDone: () => void }) {
  const { t, i18n } = useTranslation('public');
  const send = useCallback(
    async (fields: FormData) => {
      const form = { password: textIn(fields, 'password'), confirm: textIn(fields, 'password_confirm') };
      const found = checkNewPassword(form);
      if (found !== null) refuse(found);
      await resetPassword(resetKey, form);
      onDone();
    },
    [resetKey, onDone],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const code = codeOf(error) ?? '';
  const at = blamed[code];
  const label = t('resetPassword.label');
  const labels = { password: label, confirm: t('newPassword.confirm') };
  const errorAt = (field: keyof typeof ids) => (at === field ? problem?.text : undefined);
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <ProblemNotice problem={problem} field={at && { id: ids[at], label: labels[at] }} />
      {code === 'bad_reset_key' && (
        <p>
          <Link href={paths.forgot} className="link">
            {t('resetPassword.askAgain')}
          </Link>
        </p>
      )}
      <NewPasswordFields
        texts={newPasswordTexts(t, label)}
        names={{ password: 'password', confirm: 'password_confirm' }}
        ids={ids}
        errors={{ password: errorAt('password'), confirm: errorAt('confirm') }}
        isReadOnly={isBusy}
      />
      <ActionButton look="primary" type="submit" isOff={isBusy}>
        {isBusy ? t('resetPassword.busy') : t('resetPassword.submit')}
      </ActionButton>
    </form>
  );
}
