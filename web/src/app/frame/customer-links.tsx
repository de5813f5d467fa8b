import { ChevronDown, CircleUser, House, LogOut, type LucideIcon, MessageSquare, Star, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useUpgrade } from '../../features/upgrade-plan/use-upgrade.tsx';
import { sayIfOffline } from '../../session/say-if-offline.ts';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { MenuButton, menuItemLook } from '../../ui/menu-button.tsx';
import { useFeedback } from './feedback-control.tsx';
import { HeaderLink, HeaderLinks } from './header-links.tsx';

/** Customer id, with all that is not used daily behind it, and the dashboard. */
export function CustomerLinks({ hasFeedback }: { readonly hasFeedback: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <AccountMenu hasFeedback={hasFeedback} />
      <HeaderLinks folds={false} className="max-sm:hidden">
        <HeaderLink href={paths.dashboard}>{t('header.dashboard')}</HeaderLink>
      </HeaderLinks>
    </>
  );
}

/**
 * What customers do not need every day, behind their address: account, upgrade, colonel star, feedback, sign-out; on a phone the
 * dashboard too. Plans are promoted only where people can sign up.
 */
function AccountMenu({ hasFeedback }: { readonly hasFeedback: boolean }) {
  const { t } = useTranslation();
  const upgrade = useUpgrade();
  const feedback = useFeedback();
  const { cust } = pageData();
  const title = t('pages.account.title');
  return (
    <>
      <MenuButton
        label={cust === null ? title : t('header.account', { custid: cust.custid })}
        menuLabel={title}
        placement="below"
        isInBar
        face={<Face custid={cust?.custid} />}
      >
        <LinkItem href={paths.account} icon={CircleUser}>
          <span className="min-w-0">
            {title}
            <bdi className="block max-w-48 truncate text-small text-text-2 md:hidden">{cust?.custid}</bdi>
          </span>
        </LinkItem>
        {upgrade.open !== null && cust !== null && !cust.plan.customDomains && (
          <ActionItem icon={Zap} tint="text-warning" hasPopup onPress={upgrade.open}>
            {t('header.upgrade')}
          </ActionItem>
        )}
        {cust?.colonel && (
          <LinkItem href={paths.colonel} icon={Star} tint="text-info">
            {t('header.colonel')}
          </LinkItem>
        )}
        <LinkItem href={paths.dashboard} icon={House} className="sm:hidden">
          {t('header.dashboard')}
        </LinkItem>
        {hasFeedback && (
          <ActionItem icon={MessageSquare} hasPopup onPress={feedback.open}>
            {t('feedback.open')}
          </ActionItem>
        )}
        <ActionItem icon={LogOut} tint="rtl:-scale-x-100" onPress={() => void signOut()}>
          {t('header.logout')}
        </ActionItem>
      </MenuButton>
      {upgrade.dialog}
      {feedback.dialog}
    </>
  );
}

/** The address where there is room for it. */
function Face({ custid }: { readonly custid: string | undefined }) {
  return (
    <>
      <CircleUser className="size-5" strokeWidth={1.75} aria-hidden="true" />
      <bdi className="max-w-48 truncate max-md:hidden">{custid}</bdi>
      <ChevronDown className="size-4 max-md:hidden" strokeWidth={1.75} aria-hidden="true" />
    </>
  );
}

interface ItemProps {
  readonly icon: LucideIcon;
  /** Classes of the icon. */
  readonly tint?: string;
  readonly children: ReactNode;
}

function LinkItem({
  href,
  className = '',
  ...item
}: ItemProps & { readonly href: string; readonly className?: string }) {
  const { pathname } = useLocation();
  return (
    <Link
      href={href}
      role="menuitem"
      tabIndex={-1}
      className={`${menuItemLook} ${className}`}
      aria-current={pathname === href ? 'page' : undefined}
    >
      <ItemContent {...item} />
    </Link>
  );
}

interface ActionItemProps extends ItemProps {
  readonly hasPopup?: boolean;
  readonly onPress: () => void;
}

function ActionItem({ hasPopup = false, onPress, ...item }: ActionItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={menuItemLook}
      aria-haspopup={hasPopup ? 'dialog' : undefined}
      onClick={onPress}
    >
      <ItemContent {...item} />
    </button>
  );
}

function ItemContent({ icon: Icon, tint = '', children }: ItemProps) {
  return (
    <>
      <Icon className={`size-5 shrink-0 ${tint}`} strokeWidth={1.75} aria-hidden="true" />
      {children}
    </>
  );
}

async function signOut(): Promise<void> {
  // Asked here too: without a connection the code below does not arrive.
  if (sayIfOffline()) return;
  const { signOutHere } = await import('../../session/sign-out.ts');
  await signOutHere();
}
