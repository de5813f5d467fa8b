import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useActiveTooltipLabel } from 'recharts';

/** Which point the arrows have led to, and what chooses it. */
export function useChoosing(onSelect: ((key: string) => void) | undefined) {
  const active = useRef<string | undefined>(undefined);
  const choose = (key: unknown) => typeof key === 'string' && onSelect?.(key);
  return {
    active,
    onClick: ({ activeLabel }: { readonly activeLabel?: string | number | undefined }) => choose(activeLabel),
    // Before the picture itself, in which Enter hides the tooltip.
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && choose(active.current),
  };
}

/** Within the picture. */
export function ActivePoint({ at }: { readonly at: RefObject<string | undefined> }) {
  const label = useActiveTooltipLabel();
  useEffect(() => {
    at.current = typeof label === 'string' ? label : undefined;
  }, [label, at]);
  return null;
}
