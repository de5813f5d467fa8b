import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { arrivedWith } from '../app/arrival.ts';
import { PageTitle } from '../app/page-title.tsx';
import { PasskeySignIn } from '../features/sign-in/passkey-on-demand.tsx';
import { SecondStepForm } from '../features/sign-in/second-step-form.tsx';
import { SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { useCaptcha } from '../features/solve-captcha/use-captcha.tsx';
import { enterSession } from '../session/session.ts';
import { redirectOf } from '../session/sign-in-path.ts';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { TextLink } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';

/** Address and password, then a code where the account asks for one; then back to where the person wanted to go. */
export function SignInPage() {
  const { t } = useTranslation(['core', 'public']);
  const { search, state } = useLocation();
  const [step, setStep] = useState<'password' | 'code'>(() => (arrivedWith('second_step') ? 'code' : 'password'));
  const redirect = redirectOf(search);
  const onSignedIn = () => enterSession(redirect);
  const onSecondStep = () => setStep('code');
  const captcha = useCaptcha({ isExpected: false });
  const navigate = useNavigate();
  const onResend = (email: string) => void navigate(paths.resendVerification, { state: { email } });
  if (step === 'code') {
    return (
      <div className="mx-auto flex max-w-narrow flex-col gap-5">
        <PageTitle key="code" page="signIn">
          {t('public:secondStep.heading')}
        </PageTitle>
        <SecondStepForm redirect={redirect} onSignedIn={onSignedIn} onStartOver={() => setStep('password')} />
        <PasskeySignIn isSecondStep {...{ redirect, onSignedIn, onSecondStep }} />
      </div>
    );
  }
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <PageTitle key="password" page="signIn" />
      {state?.isForced === true && <Notice kind="warning">{t('public:signIn.sessionEnded')}</Notice>}
      <SignInForm
        captcha={captcha}
        redirect={redirect}
        onSignedIn={onSignedIn}
        onSecondStep={onSecondStep}
        onResend={pageData().authentication.signup ? onResend : null}
      />
      <PasskeySignIn isSecondStep={false} {...{ redirect, onSignedIn, onSecondStep }} />
      {pageData().authentication.signup && (
        <p className="text-ui">
          {t('public:signIn.needAccount')} <TextLink href={paths.signUp}>{t('public:signIn.createAccount')}</TextLink>
        </p>
      )}
    </div>
  );
}
