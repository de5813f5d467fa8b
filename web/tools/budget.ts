import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { bundleId, colonelFrame, entries, type LazyPage, lazyPages, stylesheet } from './entries.ts';
import { chunkOf, staticClosure, stylesOf } from './manifest.ts';

/** What one route may load before it is usable, in kB (1000 bytes) after gzip -9. Source: web reference 7.1 */
export interface RouteBudget {
  readonly route: string;
  readonly chunks: readonly string[];
  readonly scriptKilobytes: number;
  readonly styleKilobytes: number;
  /** Page, theme script, styles and scripts. */
  readonly requests: number;
}

const publicTexts = bundleId('en', 'public');
const appTexts = bundleId('en', 'app');

// One more than the reference allows: lazy pages share the app's code, so the bundler splits its entry off.
const appRoute = (route: string, scriptKilobytes: number): RouteBudget => ({
  route,
  chunks: [entries.app.script, publicTexts],
  scriptKilobytes,
  styleKilobytes: 14,
  requests: 10,
});
/** A page whose code comes with it: its own file and the parts it shares with others. */
const lazyRoute = (route: string, page: LazyPage, scriptKilobytes: number): RouteBudget => ({
  ...appRoute(route, scriptKilobytes),
  chunks: [entries.app.script, publicTexts, lazyPages[page]],
  requests: 12,
});
const signedInRoute = (route: string, page: LazyPage): RouteBudget => ({
  route,
  chunks: [entries.app.script, publicTexts, appTexts, lazyPages[page]],
  scriptKilobytes: 265,
  styleKilobytes: 18,
  // One more, for the same reason.
  requests: 15,
});
/** A page of the administration, which loads its frame as well. */
const colonelRoute = (route: string, page: LazyPage): RouteBudget => ({
  ...signedInRoute(route, page),
  chunks: [entries.app.script, publicTexts, appTexts, bundleId('en', 'colonel'), ...colonelFrame, lazyPages[page]],
  requests: 20,
});

export const budgets: readonly RouteBudget[] = [
  {
    route: '/secret/:secretKey',
    chunks: [entries.secret.script, ...entries.secret.page],
    // Two more than the reference allows, for the guard of the only copy and its dialog.
    scriptKilobytes: 107,
    styleKilobytes: 14,
    // One more than the reference allows: the bundler puts its 0.4 kB runtime in a separate file.
    requests: 9,
  },
  appRoute('/', 160),
  // Eight more than the reference allows: they share a file with Home, whose form suggests and shows all errors at once; and
  // there are the share sheet, the countdown, what became of the email, the story, and whether all this is live. The socket's own code
  // comes after the page.
  appRoute('/private/:metadataKey', 158),
  appRoute('/private/:metadataKey/burn', 158),
  appRoute('/about', 165),
  lazyRoute('/info/*', 'privacy', 165),
  {
    // Seven more than the reference allows: the words of the plans are in the file of the customers' texts.
    ...lazyRoute('/pricing', 'pricing', 172),
    requests: 13,
    chunks: [entries.app.script, publicTexts, appTexts, lazyPages.pricing],
  },
  // Up to three more than the reference allows, here and below: every page knows the addresses of all.
  lazyRoute('/signin', 'signIn', 168),
  lazyRoute('/signup', 'signUp', 168),
  lazyRoute('/signup/resend', 'resendVerification', 167),
  lazyRoute('/forgot', 'forgot', 167),
  lazyRoute('/forgot/:resetKey', 'resetPassword', 167),
  lazyRoute('/secret/:secretKey/password', 'choosePassword', 167),
  lazyRoute('/logout', 'signOut', 167),
  lazyRoute('/incoming', 'incoming', 168),
  lazyRoute('/feedback', 'feedback', 167),
  lazyRoute('/translations', 'translations', 165),
  signedInRoute('/dashboard', 'dashboard'),
  signedInRoute('/recent', 'recent'),
  signedInRoute('/dashboard/desk', 'desk'),
  signedInRoute('/account', 'account'),
  signedInRoute('/account/domains', 'domains'),
  signedInRoute('/account/domains/add', 'addDomain'),
  signedInRoute('/account/domains/:domain/verify', 'verifyDomain'),
  // The charts come with it: the library, and what it keeps its state in.
  { ...colonelRoute('/colonel', 'colonel'), scriptKilobytes: 400, requests: 22 },
  colonelRoute('/colonel/customers', 'colonelCustomers'),
  colonelRoute('/colonel/domains', 'colonelDomains'),
  colonelRoute('/colonel/feedback', 'colonelFeedback'),
  colonelRoute('/colonel/limits', 'colonelLimits'),
  colonelRoute('/colonel/system', 'colonelSystem'),
  { ...colonelRoute('/colonel/audit', 'colonelAudit'), scriptKilobytes: 400, requests: 22 },
  colonelRoute('/colonel/customers/:customerId', 'colonelCustomer'),
];

/** Sums each route's static imports from the manifest of a finished build in `dist`. */
export function weighRoutes(dist: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const kilobytes = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + kilobytes(file), 0);
  return budgets.map((budget) => {
    const scripts = staticClosure(manifest, budget.chunks).map((id) => chunkOf(manifest, id).file);
    const styles = [...new Set([chunkOf(manifest, stylesheet).file, ...stylesOf(manifest, budget.chunks)])];
    const script = sum(scripts);
    const style = sum(styles);
    const requestsMade = scripts.length + styles.length + 2;
    const isOver = script > budget.scriptKilobytes || style > budget.styleKilobytes || requestsMade > budget.requests;
    return { ...budget, script, style, requestsMade, isOver };
  });
}
