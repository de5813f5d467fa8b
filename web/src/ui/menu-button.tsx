import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { menuTarget } from './menu-keys.ts';

/** How every item of a menu looks. */
export const menuItemLook =
  'flex min-h-11 w-full items-center gap-2 rounded-sm px-3 text-start text-ui hover:bg-surface-2 focus-visible:-outline-offset-2';

interface MenuButtonProps {
  readonly label: string;
  /** What the button shows. */
  readonly face: ReactNode;
  readonly menuLabel: string;
  readonly placement: 'above' | 'below';
  /** On phones the menu is at the end of the bar that the button is in, which is `relative`: beside the button there is no room. */
  readonly isInBar?: boolean;
  /** Its items, elements with a role of `menuitem`. */
  readonly children: ReactNode;
}

/**
 * A button and its menu. Click, Enter, Space and the arrows open it; arrows, Home, End and letters move in it; Escape, Tab, a
 * click elsewhere and a choice close it, and the focus goes back to the button.
 */
export function MenuButton({ label, face, menuLabel, children, ...place }: MenuButtonProps) {
  const [start, setStart] = useState<Start | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const isOpen = start !== null;
  const close = () => {
    setStart(null);
    button.current?.focus();
  };
  useOutsideClick(box, isOpen, () => setStart(null));
  return (
    <div ref={box} className={place.isInBar ? 'sm:relative' : 'relative'}>
      <button
        ref={button}
        type="button"
        className="icon-button px-2 text-ui"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        aria-label={label}
        onClick={() => setStart(isOpen ? null : 'first')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setStart(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {face}
      </button>
      {start !== null && (
        <OpenMenu id={menuId} label={menuLabel} {...place} start={start} onClose={close}>
          {children}
        </OpenMenu>
      )}
    </div>
  );
}

/** The item that has the focus at first; among items to choose from, `first` is the one that is chosen. */
type Start = 'first' | 'last';

function useOutsideClick(box: { current: HTMLElement | null }, isActive: boolean, onOutside: () => void): void {
  const watch = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Node && !box.current?.contains(event.target)) onOutside();
  });
  useEffect(() => {
    if (!isActive) return;
    document.addEventListener('pointerdown', watch);
    return () => document.removeEventListener('pointerdown', watch);
  }, [isActive]);
}

interface OpenMenuProps extends Pick<MenuButtonProps, 'placement' | 'isInBar' | 'children'> {
  readonly id: string;
  readonly label: string;
  readonly start: Start;
  readonly onClose: () => void;
}

function OpenMenu({ id, label, placement, isInBar, start, onClose, children }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const items = itemsIn(menu.current);
    const first = items.find((item) => item.ariaChecked === 'true') ?? items[0];
    (start === 'first' ? first : items.at(-1))?.focus();
  }, [start]);
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') return onClose();
    const items = itemsIn(menu.current);
    const focused = items.indexOf(document.activeElement as HTMLElement);
    const target = menuTarget(
      event.key,
      focused,
      items.map(({ textContent }) => textContent),
    );
    // A link does not take Space by itself.
    const isPressed = event.key === ' ' && event.target instanceof HTMLAnchorElement;
    if (target === null && !isPressed) return;
    event.preventDefault();
    if (target === null) items[focused]?.click();
    else items[target]?.focus();
  };
  // The item has acted, in the same event: what it opens finds the focus at the button, and gives it back to it.
  const choose = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('[role^=menuitem]') !== null) onClose();
  };
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={`absolute end-0 z-10 max-h-[60dvh] min-w-44 overflow-y-auto rounded-md border border-border bg-surface p-1 shadow-[0_8px_32px_rgb(0_0_0/0.16)] ${placement === 'above' ? 'bottom-full mb-1' : 'top-full mt-1'} ${isInBar ? 'max-sm:me-4' : ''}`}
      onKeyDown={move}
      onClick={choose}
    >
      {children}
    </div>
  );
}

/** The items that can be seen: some are for narrow screens alone. */
function itemsIn(menu: HTMLElement | null): HTMLElement[] {
  const items = menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [];
  return [...items].filter((item) => item.getClientRects().length > 0);
}
