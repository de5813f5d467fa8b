import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { locales } from '@onceover/schema/locales';
import type { Manifest } from 'vite';
import { bundleId, colonelFrame, entries, type LazyPage, lazyPages, localeFiles, stylesheet } from './entries.ts';
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

const appScripts = [entries.app.script, ...entries.app.page];
const publicTexts = bundleId('en', 'public');
const appTexts = bundleId('en', 'app');

// Two more than the reference allows: lazy pages share the app's code, so the bundler splits its entry off; and React runs in a task
// before it.
const appRoute = (route: string, scriptKilobytes: number): RouteBudget => ({
  route,
  chunks: [...appScripts, publicTexts],
  scriptKilobytes,
  styleKilobytes: 14,
  requests: 11,
});
/** A page whose code comes with it: its own file and the parts it shares with others. */
const lazyRoute = (route: string, page: LazyPage, scriptKilobytes: number): RouteBudget => ({
  ...appRoute(route, scriptKilobytes),
  chunks: [...appScripts, publicTexts, lazyPages[page]],
  // One of them is the proof of work, which the recipient's page takes without the rest.
  requests: 14,
});
const signedInRoute = (route: string, page: LazyPage): RouteBudget => ({
  route,
  chunks: [...appScripts, publicTexts, appTexts, lazyPages[page]],
  scriptKilobytes: 265,
  styleKilobytes: 18,
  // Three more, for the same reasons, and one for what the header has for signed-in people alone.
  requests: 18,
});
/** A page of the administration, which loads its frame as well. */
const colonelRoute = (route: string, page: LazyPage): RouteBudget => ({
  ...signedInRoute(route, page),
  chunks: [...appScripts, publicTexts, appTexts, bundleId('en', 'colonel'), ...colonelFrame, lazyPages[page]],
  requests: 22,
});

/** Webhooks have their texts, and what their pages share, in files of their own: with the header's part for signed-in people two kB more. */
const withWebhooks = (route: RouteBudget): RouteBudget => ({
  ...route,
  scriptKilobytes: route.scriptKilobytes + 2,
  chunks: [...route.chunks, bundleId('en', 'webhooks')],
  requests: route.requests + 2,
});

/** The lists of secrets have a script and styles of their own, which no other page loads. */
const withLists = (route: RouteBudget): RouteBudget => ({ ...route, requests: route.requests + 2 });

export const budgets: readonly RouteBudget[] = [
  {
    route: '/secret/:secretKey',
    chunks: [entries.secret.script, ...entries.secret.page],
    // Four more than the reference allows, for the guard of the only copy and its dialog, and for what the page observes.
    scriptKilobytes: 109,
    styleKilobytes: 14,
    // One more than the reference allows: the bundler puts its 0.4 kB runtime in a separate file.
    requests: 9,
  },
  appRoute('/', 160),
  // Ten more than the reference allows: they share a file with Home, whose form suggests, shows all errors at once, and asks about programs; and
  // there are the share sheet, the countdown, what became of the email, the story, whether all this is live, and the addresses of all
  // other pages. The socket's own code comes after the page.
  appRoute('/private/:metadataKey', 160),
  appRoute('/private/:metadataKey/burn', 160),
  appRoute('/about', 165),
  lazyRoute('/info/*', 'privacy', 165),
  {
    // Eight more than the reference allows: the words of the plans are in the file of the customers' texts.
    ...lazyRoute('/pricing', 'pricing', 174),
    requests: 15,
    chunks: [...appScripts, publicTexts, appTexts, lazyPages.pricing],
  },
  // Up to five more than the reference allows, here and below: every page knows the addresses of all.
  lazyRoute('/signin', 'signIn', 170),
  lazyRoute('/signup', 'signUp', 170),
  lazyRoute('/signup/resend', 'resendVerification', 169),
  lazyRoute('/forgot', 'forgot', 169),
  lazyRoute('/forgot/:resetKey', 'resetPassword', 169),
  lazyRoute('/secret/:secretKey/password', 'choosePassword', 169),
  lazyRoute('/logout', 'signOut', 169),
  lazyRoute('/incoming', 'incoming', 170),
  lazyRoute('/feedback', 'feedback', 169),
  // The figures of 25 languages.
  lazyRoute('/translations', 'translations', 169),
  withLists(signedInRoute('/dashboard', 'dashboard')),
  withLists(signedInRoute('/recent', 'recent')),
  signedInRoute('/dashboard/desk', 'desk'),
  signedInRoute('/account', 'account'),
  signedInRoute('/account/security', 'accountSecurity'),
  withWebhooks(signedInRoute('/account/programs', 'accountPrograms')),
  signedInRoute('/account/data', 'accountData'),
  signedInRoute('/account/domains', 'domains'),
  signedInRoute('/account/domains/add', 'addDomain'),
  signedInRoute('/account/domains/:domain/verify', 'verifyDomain'),
  withWebhooks(signedInRoute('/account/webhooks/:webhookId', 'webhook')),
  // The charts come with it: the library, and what it keeps its state in.
  { ...colonelRoute('/colonel', 'colonel'), scriptKilobytes: 400, requests: 23 },
  colonelRoute('/colonel/secrets', 'colonelSecrets'),
  colonelRoute('/colonel/customers', 'colonelCustomers'),
  colonelRoute('/colonel/domains', 'colonelDomains'),
  colonelRoute('/colonel/feedback', 'colonelFeedback'),
  colonelRoute('/colonel/limits', 'colonelLimits'),
  withWebhooks(colonelRoute('/colonel/webhooks', 'colonelWebhooks')),
  withWebhooks(colonelRoute('/colonel/webhooks/:webhookId', 'colonelWebhook')),
  colonelRoute('/colonel/system', 'colonelSystem'),
  { ...colonelRoute('/colonel/audit', 'colonelAudit'), scriptKilobytes: 400, requests: 22 },
  colonelRoute('/colonel/customers/:customerId', 'colonelCustomer'),
];

/**
 * What another language than English may add to a route, in kB (and two requests): its core texts beside the compiled ones, the list that
 * says where texts are, and what its letters weigh more in the other bundles.
 */
const languageKilobytes = 12;

/**
 * Sums each route's static imports from the manifest of a finished build in `dist`, in English and in the language in which it is
 * heaviest.
 */
export function weighRoutes(dist: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const kilobytes = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + kilobytes(file), 0);
  const weigh = (chunks: readonly string[]) => {
    const scripts = staticClosure(manifest, chunks).map((id) => chunkOf(manifest, id).file);
    return { script: sum(scripts), requests: scripts.length };
  };
  return budgets.map((budget) => {
    const { script, requests } = weigh(budget.chunks);
    const styles = [...new Set([chunkOf(manifest, stylesheet).file, ...stylesOf(manifest, budget.chunks)])];
    const style = sum(styles);
    const requestsMade = requests + styles.length + 2;
    const [language, heaviest] = locales
      .filter(({ code }) => code !== 'en')
      .map(({ code }) => [code, weigh(chunksIn(budget.chunks, code)).script] as const)
      .reduce((one, other) => (other[1] > one[1] ? other : one));
    const isOver =
      script > budget.scriptKilobytes ||
      heaviest > budget.scriptKilobytes + languageKilobytes ||
      style > budget.styleKilobytes ||
      requestsMade > budget.requests;
    return { ...budget, script, style, requestsMade, language, heaviest, isOver };
  });
}

function chunksIn(chunks: readonly string[], code: string): string[] {
  const inEnglish = bundleId('en', 'core').replace('core.json', '');
  const own = chunks.map((id) => id.replace(inEnglish, bundleId(code, 'core').replace('core.json', '')));
  return [...own, bundleId(code, 'core'), localeFiles];
}
