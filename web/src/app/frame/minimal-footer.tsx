import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../features/choose-language/language-menu.tsx';
import { ThemeToggle } from '../../features/choose-theme/theme-toggle.tsx';
import { pageData } from '../../site/page-data.ts';

/** Version and powered-by, for pages that strangers see: no links away, only language and theme. */
export function MinimalFooter() {
  const { t } = useTranslation();
  return (
    <footer className="px-4 pb-6 text-text-3">
      <div className="mx-auto flex max-w-narrow flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <p className="text-small">
          <bdi dir="ltr">{t('footer.version', { version: pageData().otVersion })}</bdi>
          {' · '}
          {t('footer.poweredBy')}
        </p>
        <ThemeToggle />
        <LanguageMenu placement="above" />
      </div>
    </footer>
  );
}
