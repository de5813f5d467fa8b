import { useLayoutEffect, useReducer, useRef, useState } from 'react';
import { heldRows } from './held-rows.ts';

/** Which rows wait, and what the element around the lists must tell. */
export interface HeldRows {
  readonly held: ReadonlySet<string>;
  /** Shows them. */
  readonly release: () => void;
  readonly area: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

/**
 * Holds back new rows while somebody points at the lists or stands in one. `lists` holds the rows of each list from top to
 * bottom; with another `search` everything is new, and nothing waits.
 */
export function useHeldRows(lists: readonly (readonly string[])[], search: string): HeldRows {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const shown = useRef({ search, rows: new Set<string>() });
  if (shown.current.search !== search) shown.current = { search, rows: new Set() };
  const held = heldRows(lists, shown.current.rows, isPointed || isFocused);
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
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
