import { useEffect, useEffectEvent } from 'react';

/** Runs when Escape is pressed and nothing nearer (a menu, a dialog) has used it. */
export function useEscape(onEscape: () => void): void {
  const watch = useEffectEvent((event: KeyboardEvent) => {
    const isForDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
    if (event.key === 'Escape' && !event.defaultPrevented && !isForDialog) onEscape();
  });
  useEffect(() => {
    document.addEventListener('keydown', watch);
    return () => document.removeEventListener('keydown', watch);
  }, []);
}
