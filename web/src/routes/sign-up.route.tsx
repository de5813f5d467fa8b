import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { documentTitle } from '../app/route-table.ts';
import { CheckYourEmail, SignUpForm } from '../features/sign-up/sign-up-form.tsx';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

const namesOfPlans: Readonly<Record<string, string>> = { identity: 'Identity Plus' };

/** A free account, or one with a plan that was chosen on the way here. */
export function SignUpPage() {
  const { t } = useTranslation(['core', 'public']);
  const { planCode } = useParams();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const title = documentTitle('signUp', t('pages.signUp.title'));
  if (askedFor !== null) {
    return (
      <div className="mx-auto flex max-w-narrow flex-col gap-5">
        <PageHeading key="mail" documentTitle={title}>
          {t('public:checkMail.heading')}
        </PageHeading>
        <CheckYourEmail email={askedFor} onOtherAddress={() => setAskedFor(null)} />
      </div>
    );
  }
  const plan = namesOfPlans[planCode ?? ''];
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <PageHeading key="form" documentTitle={title}>
        {t('pages.signUp.heading')}
      </PageHeading>
      {plan === undefined ? (
        <p className="text-text-2">{t('public:signUp.free')}</p>
      ) : (
        <Notice kind="info">{t('public:signUp.plan', { plan })}</Notice>
      )}
      <SignUpForm planCode={planCode ?? null} onAccepted={setAskedFor} />
      {pageData().authentication.signin && (
        <p className="text-ui">
          {t('public:signUp.haveAccount')}{' '}
          <Link href={paths.signIn} className="link">
            {t('header.signIn')}
          </Link>
        </p>
      )}
    </div>
  );
}
