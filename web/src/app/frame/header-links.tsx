import { Menu } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { readChoice, storeChoice } from '../../site/stored-choice.ts';
import { Link } from '../../ui/link.tsx';
import { FeedbackControl } from './feedback-control.tsx';

const headerLinkLook =
  'inline-flex min-h-11 max-w-full items-center gap-2 rounded-sm px-2 max-xl:px-3 min-[1200px]:px-3 text-ui text-text-2 hover:text-text aria-[current=page]:text-text aria-[current=page]:font-semibold';

interface HeaderLinksProps {
  /** More than fits on one line of a phone: a button opens them there. */
  readonly folds: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The header's list of links; on narrow screens it is behind a button, and stays open or closed as it was left. */
export function HeaderLinks({ folds, className = '', children }: HeaderLinksProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(() => readChoice('drawer.menu') === 'true');
  const toggle = () => {
    storeChoice('drawer.menu', String(!isOpen));
    setOpen(!isOpen);
  };
  const listId = useId();
  const fold = folds ? `max-xl:order-last max-xl:w-full max-xl:pb-2 ${isOpen ? '' : 'max-xl:hidden'}` : className;
  return (
    <>
      {folds && (
        <button
          type="button"
          className="icon-button xl:hidden"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-label={t('header.menu')}
          onClick={toggle}
        >
          <Menu className="size-5" strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      <nav id={listId} aria-label={t('header.navigation')} className={fold}>
        <ul className={`flex gap-1 ${folds ? 'max-xl:flex-col' : ''}`}>{children}</ul>
      </nav>
    </>
  );
}

export function HeaderLink({ href, children }: { href: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link href={href} className={headerLinkLook} aria-current={pathname === href ? 'page' : undefined}>
        {children}
      </Link>
    </li>
  );
}

export function HeaderFeedback() {
  return (
    <li>
      <FeedbackControl className={`${headerLinkLook} max-xl:w-full`} />
    </li>
  );
}
