import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentTitle } from '../app/route-table.ts';
import { ForgotForm } from '../features/reset-password/forgot-form.tsx';
import { paths } from '../site/paths.ts';
import { Around } from '../ui/around.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** Asks for the email address; the answer is the same for every address. */
export function ForgotPage() {
  const { t } = useTranslation(['core', 'public']);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const title = documentTitle('forgot', t('pages.forgot.title'));
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <PageHeading key={askedFor === null ? 'form' : 'mail'} documentTitle={title}>
        {askedFor === null ? t('pages.forgot.heading') : t('public:checkMail.heading')}
      </PageHeading>
      {askedFor === null ? (
        <>
          <p className="text-text-2">{t('public:forgot.text')}</p>
          <ForgotForm onAccepted={setAskedFor} />
        </>
      ) : (
        <p>
          <Around text={t('public:forgot.sent', { email: '\n' })}>
            <bdi className="font-semibold">{askedFor}</bdi>
          </Around>
        </p>
      )}
      <p className="text-ui">
        <Link href={paths.signIn} className="link">
          {t('public:forgot.back')}
        </Link>
      </p>
    </div>
  );
}
