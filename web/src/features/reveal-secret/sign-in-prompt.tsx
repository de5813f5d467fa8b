import { useTranslation } from 'react-i18next';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';

/** The way on for somebody who verifies an account; nothing where nobody can sign in. */
export function SignInPrompt() {
  const { t } = useTranslation();
  if (!pageData().authentication.signin) return null;
  return (
    <p className="border-t border-border pt-4 text-text-2">
      {t('secret.verifiedBefore')}{' '}
      <Link href={paths.signIn} className="link">
        {t('header.signIn')}
      </Link>
    </p>
  );
}
