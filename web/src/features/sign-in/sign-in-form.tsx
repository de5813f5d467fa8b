import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { checkEmail } from '../../contracts/credentials.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Link } from '../../ui/link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { signIn } from './sign-in.ts';

interface SignInFormProps {
  readonly redirect: string;
  readonly onSignedIn: () => void | Promise<void>;
  readonly onSecondStep: () => void;
}

const ids = { email: 'sign-in-email', password: 'sign-in-password' };

/** Address, password, remember me. One message for all causes: it tells nobody which address has an account. */
export function SignInForm({ redirect, onSignedIn, onSecondStep }: SignInFormProps) {
  const { t, i18n } = useTranslation('public');
  const send = useCallback(
    async (fields: FormData) => {
      const email = textIn(fields, 'email');
      if (checkEmail(email) !== null) refuse('bad_email');
      const isRemembered = fields.get('remember_me') !== null;
      const outcome = await signIn({ email, password: textIn(fields, 'password'), isRemembered }, redirect);
      await (outcome === 'second-step' ? onSecondStep() : onSignedIn());
    },
    [redirect, onSignedIn, onSecondStep],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const isBadEmail = codeOf(error) === 'bad_email';
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <ProblemNotice problem={problem} field={isBadEmail ? { id: ids.email, label: t('signIn.email') } : undefined} />
      <TextField
        id={ids.email}
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        isReadOnly={isBusy}
        error={isBadEmail ? problem?.text : undefined}
      />
      <div>
        <PasswordField
          id={ids.password}
          label={t('signIn.password')}
          showLabel={t('newPassword.show')}
          name="password"
          autoComplete="current-password"
          isReadOnly={isBusy}
        />
        <p className="mt-2 text-small">
          <Link href={paths.forgot} className="link">
            {t('signIn.forgot')}
          </Link>
        </p>
      </div>
      <label className="inline-flex min-h-11 items-center gap-3 text-ui">
        <input type="checkbox" name="remember_me" value="true" className="size-5 accent-accent" />
        {t('signIn.remember')}
      </label>
      <ActionButton look="primary" type="submit" isOff={isBusy}>
        {isBusy ? t('signIn.busy') : t('signIn.submit')}
      </ActionButton>
    </form>
  );
}
