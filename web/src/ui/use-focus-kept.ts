import { type RefObject, useEffect } from 'react';

/**
 * What has the focus may go from the page, such as the button of a row that was settled. Then the heading of the section that it was
 * in takes the focus, or the heading of the page: it is never lost.
 */
export function useFocusKept(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current;
    if (root === null) return;
    let focused: Element | null = null;
    let section: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
      section = focused?.closest('section') ?? null;
    };
    const keep = () => {
      const isLost = focused?.isConnected === false && document.activeElement === document.body;
      if (!isLost) return;
      const heading = (section?.isConnected ? section : root).querySelector<HTMLElement>('h1, h2');
      if (heading === null) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(keep);
    changes.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', remember);
    return () => {
      changes.disconnect();
      root.removeEventListener('focusin', remember);
    };
  }, [page]);
}
