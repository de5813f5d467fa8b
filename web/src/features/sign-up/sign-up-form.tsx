import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { checkSignUp } from '../../contracts/credentials.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { newPasswordTexts } from '../../i18n/new-password-texts.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { NewPasswordFields } from '../../passwords/new-password-fields.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { signUp } from './sign-up.ts';

interface SignUpFormProps {
  readonly planCode: string | null;
  readonly onAccepted: (email: string) => void;
}

const ids = { email: 'sign-up-email', password: 'sign-up-password', confirm: 'sign-up-confirm' };
const blamed: Readonly<Record<string, keyof typeof ids>> = {
  bad_email: 'email',
  short_password: 'password',
  long_password: 'password',
  common_password: 'password',
  password_mismatch: 'confirm',
};

/** Address and a new password, twice. */
export function SignUpForm({ planCode, onAccepted }: SignUpFormProps) {
  const { t, i18n } = useTranslation('public');
  const send = useCallback(
    async (fields: FormData) => {
      const form = {
        email: textIn(fields, 'email'),
        password: textIn(fields, 'password'),
        confirm: textIn(fields, 'password_confirm'),
      };
      const found = checkSignUp(form);
      if (found !== null) refuse(found);
      await signUp({ ...form, planCode });
      onAccepted(form.email.trim());
    },
    [planCode, onAccepted],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const at = blamed[codeOf(error) ?? ''];
  const labels = { email: t('signIn.email'), password: t('signIn.password'), confirm: t('newPassword.confirm') };
  const errorAt = (field: keyof typeof ids) => (at === field ? problem?.text : undefined);
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <ProblemNotice problem={problem} field={at && { id: ids[at], label: labels[at] }} />
      <TextField
        id={ids.email}
        label={labels.email}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        isReadOnly={isBusy}
        hint={t('signUp.emailHint')}
        error={errorAt('email')}
      />
      <NewPasswordFields
        texts={newPasswordTexts(t, labels.password)}
        names={{ password: 'password', confirm: 'password_confirm' }}
        ids={ids}
        errors={{ password: errorAt('password'), confirm: errorAt('confirm') }}
        isReadOnly={isBusy}
      />
      <ActionButton look="primary" type="submit" isOff={isBusy}>
        {isBusy ? t('signUp.busy') : t('signUp.submit')}
      </ActionButton>
    </form>
  );
}
