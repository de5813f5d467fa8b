import { useTranslation } from 'react-i18next';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Opening this link verified an account: says so, and leads to the sign-in page. */
export function VerifiedNotice() {
  const { t } = useTranslation();
  return (
    <Notice kind="success" title={t('alert.success')}>
      <p>{t('secret.verified')}</p>
      {pageData().authentication.signin && (
        <Link href={paths.signIn} className="btn btn-primary mt-3">
          {t('header.signIn')}
        </Link>
      )}
    </Notice>
  );
}
