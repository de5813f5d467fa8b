import type { ShownHere } from './reveal-state.ts';

/**
 * What the tab's own history knows of the page: what was shown under this address, so that a reload or the way back can
 * say so. The mark holds neither the key nor the message; the address that it belongs to is the page's own.
 */
interface ShownMark {
  readonly shown: ShownHere;
  /** The second entry of the page: going back from it stays on the page, which can ask. */
  readonly isAhead?: true;
}

/** Marks the page. A message gets a second entry of the page ahead of it. Call it when the message appears. */
export function markShownHere(shown: ShownHere): void {
  history.replaceState({ shown } satisfies ShownMark, '');
  if (shown === 'message') history.pushState({ shown, isAhead: true } satisfies ShownMark, '');
}

export function shownHere(): ShownHere | null {
  const shown = markOf(history.state)?.shown;
  return shown === 'message' || shown === 'verification' ? shown : null;
}

/** Runs when the person goes back from the second entry of a page that showed its message. */
export function onGoingBack(react: () => void): () => void {
  const watch = ({ state }: PopStateEvent) => {
    const mark = markOf(state);
    if (mark?.shown === 'message' && mark.isAhead !== true) react();
  };
  window.addEventListener('popstate', watch);
  return () => window.removeEventListener('popstate', watch);
}

function markOf(state: unknown): Partial<ShownMark> | null {
  return typeof state === 'object' ? state : null;
}
