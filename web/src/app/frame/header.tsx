import { LogOut, Star, Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../features/choose-language/language-menu.tsx';
import { useUpgrade } from '../../features/upgrade-plan/use-upgrade.tsx';
import { useSignedIn } from '../../session/auth-state.ts';
import { sayIfOffline } from '../../session/say-if-offline.ts';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Seal } from '../../ui/seal.tsx';
import { HeaderButton, HeaderFeedback, HeaderLink, HeaderLinks } from './header-links.tsx';

/** Logo, links for a visitor or a customer, language. Several links fold into a menu on narrow screens. */
export function Header({ hasFeedback }: { hasFeedback: boolean }) {
  const isSignedIn = useSignedIn();
  return (
    <header className="border-b border-border bg-surface">
      <div className="mx-auto flex min-h-14 w-full max-w-wide flex-wrap items-center gap-x-2 px-4">
        <Logo />
        {isSignedIn ? <CustomerLinks hasFeedback={hasFeedback} /> : <VisitorLinks hasFeedback={hasFeedback} />}
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

/** Customer id, upgrade, colonel star, dashboard, logout. Plans are promoted only where people can sign up. */
function CustomerLinks({ hasFeedback }: { hasFeedback: boolean }) {
  const { t } = useTranslation();
  const upgrade = useUpgrade();
  const { cust } = pageData();
  return (
    <>
      <HeaderLinks folds>
        {cust !== null && (
          <HeaderLink href={paths.account} label={t('header.account', { custid: cust.custid })}>
            <bdi className="block min-w-0 max-w-24 truncate min-[1200px]:max-w-48 max-xl:max-w-full">{cust.custid}</bdi>
          </HeaderLink>
        )}
        {upgrade.open !== null && cust !== null && !cust.plan.customDomains && (
          <HeaderButton hasPopup onClick={upgrade.open}>
            <Zap className="size-5 text-warning" strokeWidth={1.75} aria-hidden="true" />
            <span>{t('header.upgrade')}</span>
          </HeaderButton>
        )}
        {cust?.colonel && (
          <HeaderLink href={paths.colonel}>
            <Star className="size-5 text-info" strokeWidth={1.75} aria-hidden="true" />
            <span>{t('header.colonel')}</span>
          </HeaderLink>
        )}
        <HeaderLink href={paths.dashboard}>{t('header.dashboard')}</HeaderLink>
        {hasFeedback && <HeaderFeedback />}
        <HeaderButton onClick={() => void signOut()}>
          <LogOut className="size-5 rtl:-scale-x-100" strokeWidth={1.75} aria-hidden="true" />
          <span>{t('header.logout')}</span>
        </HeaderButton>
      </HeaderLinks>
      {upgrade.dialog}
    </>
  );
}

async function signOut(): Promise<void> {
  // Asked here too: without a connection the code below does not arrive.
  if (sayIfOffline()) return;
  const { signOutHere } = await import('../../session/sign-out.ts');
  await signOutHere();
}
