import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Where the focus was before the list changed: in a row, or outside the rows. */
interface Place {
  readonly row: string | null;
  readonly rows: number;
}

/**
 * The focused element may leave its list: a row that was opened elsewhere, or "show more" at the end. Then the
 * focus follows the row, or moves to the first new one, or to the heading; it is never lost.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  const before = useRef<Place | null>(null);
  useLayoutEffect(() => {
    const remember = () => {
      before.current = placeIn(list.current);
    };
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && before.current !== null) {
      const next = successorOf(before.current, list.current) ?? heading.current;
      next?.focus({ preventScroll: true });
    }
    remember();
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  });
}

function placeIn(list: HTMLElement | null): Place | null {
  const active = document.activeElement;
  if (list === null || active === null || !list.contains(active)) return null;
  return {
    row: active.closest<HTMLElement>('[data-row]')?.dataset.row ?? null,
    rows: list.querySelectorAll('[data-row]').length,
  };
}

function successorOf({ row, rows }: Place, list: HTMLElement | null): HTMLElement | null {
  if (row !== null) return document.querySelector(`[data-row="${CSS.escape(row)}"] a`);
  return list?.querySelectorAll('[data-row]')[rows]?.querySelector('a') ?? null;
}
