import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { CheckYourEmail, SignUpForm } from '../features/sign-up/sign-up-form.tsx';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { TextLink } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';

const namesOfPlans: Readonly<Record<string, string>> = { identity: 'Identity Plus' };

export function SignUpPage() {
  const { t } = useTranslation(['core', 'public']);
  const { planCode } = useParams();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  if (askedFor !== null) {
    return (
      <div className="mx-auto flex max-w-narrow flex-col gap-5">
        <PageTitle key="mail" page="signUp">
          {t('public:checkMail.heading')}
        </PageTitle>
        <CheckYourEmail email={askedFor} onOtherAddress={() => setAskedFor(null)} />
      </div>
    );
  }
  const plan = namesOfPlans[planCode ?? ''];
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <PageTitle key="form" page="signUp" />
      {plan === undefined ? (
        <p className="text-text-2">{t('public:signUp.free')}</p>
      ) : (
        <Notice kind="info">{t('public:signUp.plan', { plan })}</Notice>
      )}
      <SignUpForm planCode={planCode ?? null} onAccepted={setAskedFor} />
      {pageData().authentication.signin && (
        <p className="text-ui">
          {t('public:signUp.haveAccount')} <TextLink href={paths.signIn}>{t('header.signIn')}</TextLink>
        </p>
      )}
    </div>
  );
}
