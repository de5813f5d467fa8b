import { useTranslation } from 'react-i18next';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Seal } from '../../ui/seal.tsx';

/** Opening the link verified an account: says so, with one thing to do. Opening it ended any session, so that is to sign in. */
export function VerifiedPage() {
  const { t } = useTranslation();
  const heading = t('secret.verifiedHeading');
  return (
    <div className="enter mx-auto flex max-w-narrow flex-col items-center gap-5 text-center">
      <Seal state="opened" size={72} isFresh />
      <PageHeading look="display" documentTitle={`${heading} · Onceover`}>
        {heading}
      </PageHeading>
      {pageData().authentication.signin && (
        <>
          <p className="text-text-2">{t('secret.verified')}</p>
          <Link href={paths.signIn} className="btn btn-primary min-h-12 w-full">
            {t('header.signIn')}
          </Link>
        </>
      )}
    </div>
  );
}
