import { useTranslation } from 'react-i18next';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { TextLink } from '../../ui/link.tsx';

/** The next step for somebody verifying an account; nothing where sign-in is off. */
export function SignInPrompt() {
  const { t } = useTranslation();
  if (!pageData().authentication.signin) return null;
  return (
    <p className="border-t border-border pt-4 text-text-2">
      {t('secret.verifiedBefore')} <TextLink href={paths.signIn}>{t('header.signIn')}</TextLink>
    </p>
  );
}
