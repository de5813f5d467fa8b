import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { documentTitle } from '../app/route-table.ts';
import { ResendForm } from '../features/sign-up/resend-form.tsx';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { Around } from '../ui/around.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** For people who signed up and are stuck: their link did not arrive, is over, or was never opened. */
export function ResendVerificationPage() {
  const { t } = useTranslation(['core', 'public']);
  const { state } = useLocation();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const title = documentTitle('resendVerification', t('pages.resendVerification.title'));
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <PageHeading key={askedFor === null ? 'form' : 'mail'} documentTitle={title}>
        {askedFor === null ? t('pages.resendVerification.heading') : t('public:checkMail.heading')}
      </PageHeading>
      {askedFor === null ? (
        <>
          <p className="text-text-2">{t('public:resend.text')}</p>
          <ResendForm known={emailIn(state)} onAccepted={setAskedFor} />
        </>
      ) : (
        <p>
          <Around text={t('public:resend.sent', { email: '\n' })}>
            <bdi className="font-semibold">{askedFor}</bdi>
          </Around>
        </p>
      )}
      {pageData().authentication.signin && (
        <p className="text-ui">
          <Link href={paths.signIn} className="link">
            {t('public:forgot.back')}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The address that the sign-in page sent along. */
function emailIn(state: unknown): string {
  const email = (state as { readonly email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}
