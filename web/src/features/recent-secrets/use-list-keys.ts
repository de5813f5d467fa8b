import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { actionOf, type ListAction, stepFrom } from './list-keys.ts';

type Doing = Exclude<ListAction, 'next' | 'previous'>;

/**
 * The keys of the lists, for the element around them. They act only while the focus is in there and in no field, so that nobody
 * who types or speaks to another part of the page sets them off. A click into the lists moves the focus there. `act` gets the row
 * with the focus (null: none), and says whether it has used the key. While something is asked (`isAsking`) they do not act: its dialog may
 * still be on its way, and what is typed meanwhile is meant for it.
 *
 * Source  WCAG 2.2, 2.1.4
 */
export function useListKeys(isAsking: boolean, act: (action: Doing, row: string | null) => boolean) {
  const area = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, nativeEvent } = event;
    if (isAsking || event.defaultPrevented || !(target instanceof Element) || isInField(target)) return;
    const action = actionOf(nativeEvent);
    if (action === null) return;
    const isUsed =
      action === 'next' || action === 'previous'
        ? step(area.current, action === 'next' ? 1 : -1)
        : act(action, rowOf(target));
    if (isUsed) event.preventDefault();
  };
  return { area, onKeyDown };
}

function isInField(target: Element): boolean {
  return target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
}

function rowOf(element: Element): string | null {
  return element.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
}

/** To the next row that is shown, of whichever list. At the ends the focus stays. */
function step(area: RefObject<HTMLElement | null>['current'], by: 1 | -1): boolean {
  const focused = document.activeElement;
  if (area === null || focused === null) return false;
  const rows = [...area.querySelectorAll('[data-row]')];
  const isInRow = focused.closest('[data-row]') !== null;
  const isAbove = (row: Element) =>
    !row.contains(focused) && (focused.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const place = stepFrom({ before: rows.filter(isAbove).length, count: rows.length }, isInRow, by);
  if (place !== null) rows[place]?.querySelector<HTMLElement>('a')?.focus();
  return true;
}
