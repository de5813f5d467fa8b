import { useEffect, useRef } from 'react';

/** Runs when Escape is pressed and nothing nearer (a menu, a dialog) has used it. */
export function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    const watch = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current();
    };
    document.addEventListener('keydown', watch);
    return () => document.removeEventListener('keydown', watch);
  }, []);
}
