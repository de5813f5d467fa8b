/** A notice above the page, such as "this language could not be loaded" or the answer to a plain form. */
export type PageNotice =
  | 'language-failed'
  | { readonly kind: 'warning' | 'error' | 'success' | 'info'; readonly text: string }
  | null;

let current: PageNotice = null;
const listeners = new Set<() => void>();

export function showPageNotice(notice: PageNotice): void {
  current = notice;
  for (const listener of listeners) listener();
}

export function currentPageNotice(): PageNotice {
  return current;
}

export function onPageNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
