import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../features/choose-language/language-menu.tsx';
import { useSignedIn } from '../../session/auth-state.ts';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { loadedOnDemand } from '../../ui/on-demand.tsx';
import { Seal } from '../../ui/seal.tsx';
import { HeaderFeedback, HeaderLink, HeaderLinks } from './header-links.tsx';

/** Nobody waits for it who is not signed in. It comes between the logo and the language, which stay where they are. */
const CustomerLinks = loadedOnDemand(async () => (await import('./customer-links.tsx')).CustomerLinks);

/** Logo, links for a visitor or a customer, language. A visitor's links fold into a menu on narrow screens. */
export function Header({ hasFeedback }: { hasFeedback: boolean }) {
  const isSignedIn = useSignedIn();
  return (
    <header className="border-b border-border bg-surface">
      <div className="relative mx-auto flex min-h-14 w-full max-w-wide flex-wrap items-center gap-x-2 px-4">
        <Logo />
        {isSignedIn ? (
          <Suspense fallback={null}>
            <CustomerLinks hasFeedback={hasFeedback} />
          </Suspense>
        ) : (
          <VisitorLinks hasFeedback={hasFeedback} />
        )}
        <LanguageMenu placement="below" />
      </div>
    </header>
  );
}

/** The header of a page with a single purpose: the link home and nothing else. */
export function QuietHeader() {
  return (
    <header>
      <div className="mx-auto flex min-h-14 w-full max-w-wide items-center px-4">
        <Logo />
      </div>
    </header>
  );
}

function Logo() {
  const { t } = useTranslation();
  return (
    <Link
      href={paths.home}
      className="me-auto inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold no-underline"
      aria-label={t('header.home')}
    >
      <Seal state="sealed" size={20} />
      <span dir="ltr">{t('app.name')}</span>
    </Link>
  );
}

function VisitorLinks({ hasFeedback }: { hasFeedback: boolean }) {
  const { t } = useTranslation();
  const { authentication } = pageData();
  return (
    <HeaderLinks folds={hasFeedback || authentication.signup || authentication.signin}>
      {authentication.signup && <HeaderLink href={paths.signUp}>{t('header.createAccount')}</HeaderLink>}
      <HeaderLink href={paths.about}>{t('header.about')}</HeaderLink>
      {authentication.signin && <HeaderLink href={paths.signIn}>{t('header.signIn')}</HeaderLink>}
      {hasFeedback && <HeaderFeedback />}
    </HeaderLinks>
  );
}
