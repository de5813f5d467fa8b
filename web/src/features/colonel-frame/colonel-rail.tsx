import { PanelLeftOpen, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Link } from '../../ui/link.tsx';
import { type ColonelSection, colonelSections, sectionAt } from './sections.ts';

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
  const { pathname } = useLocation();
  const current = sectionAt(pathname);
  return (
    <ul className="flex flex-col gap-1">
      {colonelSections.map((section) => (
        <li key={section.name}>
          <SectionLink section={section} isCurrent={section === current} isHere={section.href === pathname} />
        </li>
      ))}
    </ul>
  );
}

interface SectionLinkProps {
  readonly section: ColonelSection;
  readonly isCurrent: boolean;
  readonly isHere: boolean;
}

function SectionLink({ section: { name, href, icon: Icon }, isCurrent, isHere }: SectionLinkProps) {
  const { t } = useTranslation('colonel');
  const words = t(`frame.sections.${name}`);
  return (
    <Link href={href} className="colonel-link" title={words} aria-current={isHere ? 'page' : isCurrent || undefined}>
      <Icon className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span>{words}</span>
    </Link>
  );
}

/** The same list behind a button. It closes when the page changes. */
function Drawer() {
  const { t } = useTranslation('colonel');
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <div className="colonel-drawer-button">
      <button type="button" className="btn btn-quiet" aria-haspopup="dialog" onClick={() => setOpenAt(pathname)}>
        <PanelLeftOpen className="size-5 rtl:-scale-x-100" strokeWidth={1.75} aria-hidden="true" />
        <span>{t('frame.open')}</span>
      </button>
      {openAt === pathname && <OpenDrawer onClose={() => setOpenAt(null)} />}
    </div>
  );
}

function OpenDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('colonel');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
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
        <button type="button" className="icon-button self-end" aria-label={t('frame.close')} onClick={onClose}>
          <X className="size-5" strokeWidth={1.75} aria-hidden="true" />
        </button>
        <nav aria-label={t('frame.navigation')}>
          <SectionList />
        </nav>
      </div>
    </dialog>
  );
}
