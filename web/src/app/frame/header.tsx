import { Menu } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../features/choose-language/language-menu.tsx';
import { pageData } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Seal } from '../../ui/seal.tsx';

/** Logo, links by the page's flags, language. Several links fold into a menu on narrow screens. */
export function Header() {
  const { t } = useTranslation();
  const { authentication } = pageData();
  const links = [
    ...(authentication.signup ? [{ href: paths.signUp, label: t('header.createAccount') }] : []),
    { href: paths.about, label: t('header.about') },
    ...(authentication.signin ? [{ href: paths.signIn, label: t('header.signIn') }] : []),
  ];
  return (
    <header className="border-b border-border bg-surface">
      <div className="mx-auto flex min-h-14 w-full max-w-wide flex-wrap items-center gap-x-2 px-4">
        <Link
          href={paths.home}
          className="me-auto inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold no-underline"
          aria-label={t('header.home')}
        >
          <Seal state="sealed" size={20} />
          <span dir="ltr">{t('app.name')}</span>
        </Link>
        <HeaderLinks links={links} />
        <LanguageMenu placement="below" />
      </div>
    </header>
  );
}

function HeaderLinks({ links }: { links: readonly { href: string; label: string }[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const folds = links.length > 1;
  const fold = folds ? `max-md:order-last max-md:w-full max-md:pb-2 ${isOpen ? '' : 'max-md:hidden'}` : '';
  return (
    <>
      {folds && (
        <button
          type="button"
          className="icon-button md:hidden"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-label={t('header.menu')}
          onClick={() => setOpen(!isOpen)}
        >
          <Menu className="size-5" strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      <nav id={listId} aria-label={t('header.navigation')} className={fold}>
        <ul className={`flex gap-1 ${folds ? 'max-md:flex-col' : ''}`}>
          {links.map(({ href, label }) => (
            <li key={href}>
              <Link
                href={href}
                className="inline-flex min-h-11 items-center rounded-sm px-3 text-ui text-text-2 hover:text-text"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
