import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { BundleName } from '../i18n/bundles.ts';
import { showPageNotice } from '../i18n/language-notice.ts';
import { setUpI18n } from '../i18n/set-up-i18n.ts';
import { startFormToken } from '../lib/calls/form-token.ts';
import { watchFormToken } from '../session/watch-form-token.ts';
import { pageData } from '../site/page-data.ts';

/** What every entry does first: form token and texts. */
export async function prepare(bundles: readonly BundleName[]): Promise<void> {
  startFormToken(pageData().shrimp);
  watchFormToken();
  if (!(await setUpI18n(bundles))) showPageNotice('language-failed');
}

/**
 * Replaces the static shell, which stays visible until the first page is ready, with the app. As a transition, because
 * React renders one in slices of a few milliseconds, and anything else in one long task, in which no key or tap is heard.
 */
export function mount(app: ReactNode): void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('The page has no element for the app');
  const root = createRoot(place);
  startTransition(() => root.render(app));
}
