import { watched } from '../lib/watched.ts';

/** A notice above the page, such as "this language could not be loaded" or the answer to a plain form. */
export type PageNotice =
  | 'language-failed'
  | { readonly kind: 'warning' | 'error' | 'success' | 'info'; readonly text: string }
  | null;

export const { get: currentPageNotice, set: showPageNotice, watch: onPageNotice } = watched<PageNotice>(null);
