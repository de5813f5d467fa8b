import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../features/choose-language/language-menu.tsx';
import { ThemeToggle } from '../../features/choose-theme/theme-toggle.tsx';
import { pageData } from '../../site/page-data.ts';
import { Link } from '../../ui/link.tsx';
import { FeedbackControl } from './feedback-control.tsx';
import { footerLists } from './footer-links.ts';

export function Footer({ hasFeedback }: { hasFeedback: boolean }) {
  const { t } = useTranslation();
  const data = pageData();
  return (
    <footer className="border-t border-border bg-surface-2 text-ui text-text-2">
      <div className="mx-auto w-full max-w-wide px-4 py-8">
        <nav aria-label={t('footer.navigation')} className="flex flex-wrap gap-x-8 gap-y-6">
          {footerLists(data).map(({ title, links }) => (
            <div key={title} className="min-w-fit grow basis-24">
              <h2 className="text-small font-semibold text-text-3">{t(`footer.${title}`)}</h2>
              <ul>
                {links.map(({ label, href }) => (
                  <li key={label}>
                    <Link
                      href={href}
                      className="inline-flex min-h-9 items-center pointer-coarse:min-h-11 hover:text-text hover:underline"
                    >
                      {t(`footer.${label}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-border pt-6">
          <p className="me-auto text-small">
            {t('footer.copyright', { year: new Date().getFullYear() })}
            {' · '}
            <bdi dir="ltr">{t('footer.version', { version: data.otVersion })}</bdi>
          </p>
          {hasFeedback && <FeedbackControl className="inline-flex min-h-11 items-center gap-2 hover:text-text" />}
          <ThemeToggle />
          <LanguageMenu placement="above" />
        </div>
      </div>
    </footer>
  );
}
