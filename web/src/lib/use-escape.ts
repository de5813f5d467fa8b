import { useEffect, useRef } from 'react';

/** Runs when Escape is pressed and nothing nearer (a menu, a dialog) has used it. */
export function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    const watch = (event: KeyboardEvent) => {
      const isForDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isForDialog) latest.current();
    };
    document.addEventListener('keydown', watch);
    return () => document.removeEventListener('keydown', watch);
  }, []);
}
