import type { SignInAnswer } from '@onceover/schema/rest/doors';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkEmail } from '../../contracts/credentials.ts';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { wrong } from '../../contracts/wrong.ts';
import { api } from '../../lib/calls/api.ts';
import { codeOf, refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { apiPaths, paths } from '../../site/paths.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { TextLink } from '../../ui/link.tsx';
import { CurrentPasswordField } from '../../ui/password-field.tsx';
import { EmailField } from '../../ui/text-field.tsx';

interface SignInFormProps {
  readonly captcha: FormCaptcha;
  readonly redirect: string;
  readonly onSignedIn: () => void | Promise<void>;
  readonly onSecondStep: () => void;
  /** For whoever has not verified the address yet; null: nobody can sign up. */
  readonly onResend: ((email: string) => void) | null;
}

/**
 * Email, password, remember me; a captcha when too many tried the address. One message for all causes, so that nobody learns which
 * addresses have an account.
 */
export function SignInForm({ captcha, redirect, onSignedIn, onSecondStep, onResend }: SignInFormProps) {
  const { t } = useTranslation('public');
  const [isStuck, setStuck] = useState(false);
  const send = async (fields: FormData) => {
    const email = textIn(fields, 'email');
    const password = textIn(fields, 'password');
    refuseAll([...checkEmail(email), ...wrong({ missing_password: password === '' })]);
    const remembered = fields.get('remember_me') === null ? {} : { remember_me: 'true' };
    const form = { email: email.trim(), password, redirect, ...remembered };
    const sent = captcha.send((solved) => api<SignInAnswer>({ path: apiPaths.signIn, form: { ...form, ...solved } }));
    const { details } = await sent.catch((error) => {
      setStuck(codeOf(error) === 'bad_credentials');
      throw error;
    });
    await (details.second_step ? onSecondStep() : onSignedIn());
  };
  return (
    <FieldForm
      fields={{
        email: { id: 'sign-in-email', label: t('signIn.email'), blamedFor: ['bad_email'] },
        password: { id: 'sign-in-password', label: t('signIn.password'), blamedFor: ['missing_password'] },
      }}
      send={send}
      submit={{ label: t('signIn.submit'), busy: t('signIn.busy') }}
    >
      {(field) => (
        <>
          <EmailField {...field('email')} />
          <div>
            <CurrentPasswordField {...field('password')} name="password" />
            <p className="mt-2 text-small">
              <TextLink href={paths.forgot}>{t('signIn.forgot')}</TextLink>
            </p>
          </div>
          <label className="inline-flex min-h-11 items-center gap-3 text-ui">
            <input type="checkbox" name="remember_me" value="true" className="size-5 accent-accent" />
            {t('signIn.remember')}
          </label>
          {captcha.box}
          {isStuck && onResend !== null && <Unverified onResend={onResend} />}
        </>
      )}
    </FieldForm>
  );
}

/** Nobody learns whether an address is verified, so everybody who is refused is offered the email. */
function Unverified({ onResend }: { readonly onResend: (email: string) => void }) {
  const { t } = useTranslation(['core', 'public']);
  return (
    <p className="text-small">
      {t('public:signIn.unverified')}{' '}
      <button
        type="button"
        className="link min-h-11"
        onClick={({ currentTarget: { form } }) =>
          onResend(form === null ? '' : textIn(new FormData(form), 'email').trim())
        }
      >
        {t('pages.resendVerification.heading')}
      </button>
    </p>
  );
}
