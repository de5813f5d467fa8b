import {
  Gauge,
  Globe,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessageSquare,
  PanelLeftOpen,
  ScrollText,
  Server,
  Users,
  Webhook,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type colonelTexts from '../../i18n/locales/en/colonel.json';
import { paths } from '../../site/paths.ts';
import { ActionButton, CloseButton } from '../../ui/action-button.tsx';
import { Link } from '../../ui/link.tsx';
import { useModalDialog } from '../../ui/modal.tsx';

/** The parts of the administration: a rail at the start side, icons where there is less room, a drawer on phones. */
export function ColonelRail() {
  const { t } = useTranslation('colonel');
  return (
    <>
      <nav aria-label={t('frame.navigation')} className="colonel-rail">
        <SectionList />
      </nav>
      <Drawer />
    </>
  );
}

function SectionList() {
  const { t } = useTranslation('colonel');
  const { pathname } = useLocation();
  const current = sectionAt(pathname);
  return (
    <ul className="flex flex-col gap-1">
      {colonelSections.map(({ name, href, icon: Icon }) => {
        const words = t(`frame.sections.${name}`);
        const isHere = href === pathname ? 'page' : name === current?.name || undefined;
        return (
          <li key={name}>
            <Link href={href} className="colonel-link" title={words} aria-current={isHere}>
              <Icon className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
              <span>{words}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The same list behind a button. It closes when the page changes. */
function Drawer() {
  const { t } = useTranslation('colonel');
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <div className="colonel-drawer-button">
      <ActionButton aria-haspopup="dialog" onClick={() => setOpenAt(pathname)}>
        <PanelLeftOpen className="size-5 rtl:-scale-x-100" strokeWidth={1.75} aria-hidden="true" />
        <span>{t('frame.open')}</span>
      </ActionButton>
      {openAt === pathname && <OpenDrawer onClose={() => setOpenAt(null)} />}
    </div>
  );
}

function OpenDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('colonel');
  const dialog = useModalDialog();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser's Escape does for the keyboard what the backdrop does
    <dialog
      ref={dialog}
      className="colonel-drawer"
      aria-label={t('frame.navigation')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="flex flex-col gap-2 p-3">
        <CloseButton className="self-end" label={t('frame.close')} onClick={onClose} />
        <nav aria-label={t('frame.navigation')}>
          <SectionList />
        </nav>
      </div>
    </dialog>
  );
}

interface ColonelSection {
  /** Key of its name in the `colonel` bundle, under `frame.sections`. */
  readonly name: keyof (typeof colonelTexts)['frame']['sections'];
  readonly href: string;
  readonly icon: LucideIcon;
}

/** What the rail lists, in this order. A page is added here, in the table of addresses and in the table of pages. */
const colonelSections: readonly ColonelSection[] = [
  { name: 'overview', href: paths.colonel, icon: LayoutDashboard },
  { name: 'secrets', href: paths.colonelSecrets, icon: Mail },
  { name: 'customers', href: paths.colonelCustomers, icon: Users },
  { name: 'domains', href: paths.colonelDomains, icon: Globe },
  { name: 'audit', href: paths.colonelAudit, icon: ScrollText },
  { name: 'feedback', href: paths.colonelFeedback, icon: MessageSquare },
  { name: 'limits', href: paths.colonelLimits, icon: Gauge },
  { name: 'webhooks', href: paths.colonelWebhooks, icon: Webhook },
  { name: 'system', href: paths.colonelSystem, icon: Server },
];

/** The section that a page belongs to: the longest address that its own begins with. */
function sectionAt(pathname: string): ColonelSection | undefined {
  const holds = ({ href }: ColonelSection) => pathname === href || pathname.startsWith(`${href}/`);
  return colonelSections.filter(holds).toSorted((one, other) => other.href.length - one.href.length)[0];
}
