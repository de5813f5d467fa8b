import { type FocusEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';

export type HeldRows = ReturnType<typeof useHeldRows>;

/** Rows by list, each list from top to bottom. */
type Lists = readonly (readonly string[])[];

/**
 * Holds back new rows while somebody points at the lists or stands in one, which the element around them tells by `area`;
 * `release` shows them. With another `search` everything is new, and nothing waits. `isBusy`: something else than the pointer or the
 * focus keeps somebody busy with the rows, such as that they have chosen some.
 */
export function useHeldRows(lists: Lists, search: string, isBusy = false) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const shown = useRef({ search, rows: new Set<string>() });
  if (shown.current.search !== search) shown.current = { search, rows: new Set() };
  const held = heldRows(lists, shown.current.rows, isBusy || isPointed || isFocused);
  useLayoutEffect(() => {
    for (const row of lists.flat()) if (!held.has(row)) shown.current.rows.add(row);
  });
  return {
    held,
    release: () => {
      for (const row of held) shown.current.rows.add(row);
      refresh();
    },
    area: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A click beside the rows gives the focus to the area itself: nobody stands in a row then.
      onFocus: ({ currentTarget, target }: FocusEvent) => setFocused(target !== currentTarget),
      // A step within the lists does not leave them.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

/**
 * The new rows that wait: while somebody points at a row or stands in one, what would push rows down is held back, so that
 * nothing moves away from under them. A row that was shown before, even in another list, never waits, and neither does one
 * below which nothing stands.
 */
export function heldRows(lists: Lists, shown: ReadonlySet<string>, isBusy: boolean): ReadonlySet<string> {
  if (!isBusy) return new Set();
  return new Set(
    lists.flatMap((rows) => {
      const last = rows.findLastIndex((row) => shown.has(row));
      return rows.slice(0, Math.max(last, 0)).filter((row) => !shown.has(row));
    }),
  );
}
