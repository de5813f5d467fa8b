interface ModuleInfo {
  readonly importers: readonly string[];
}
interface ChunkContext {
  getModuleInfo(id: string): ModuleInfo | null;
}

const appEntry = /\/src\/entries\/app-page\.tsx$/;
const doors =
  /\/src\/routes\/(pricing|sign-in|sign-up|sign-out|forgot|reset-password|choose-password|incoming|feedback|policy|translations)\.route\.tsx$/;
const customerPages =
  /\/src\/(routes\/(dashboard|recent|desk|account[a-z-]*|domains|add-domain|verify-domain|webhook)\.route|session\/session)\.tsx?$/;
const listsOfSecrets = /\/src\/(features\/recent-secrets\/|styles\/rows\.css$)/;
const colonelPages = /\/src\/routes\/colonel[a-z-]*\.tsx$/;
const notCharts = /\/src\/(?!ui\/chart\/|features\/colonel-(overview|audit)\/|routes\/colonel)/;
const customersPart = /\/src\/app\/frame\/customer-links\.tsx$/;
const secretPage = /\/src\/entries\/secret-page\.tsx$/;

/**
 * How the code is cut into files. What the recipient's page and the app both need is `frame`; what the public lazy
 * pages share is `parts`; Apollo and what only customers' pages share is `customer`, so that no public page loads it;
 * what the header has for signed-in people is `signed-in`; what only the administration's pages share is `colonel`.
 */
export const chunkGroups = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next)\//,
    priority: 5,
  },
  // Small and free of React, so that the gate is asked, and an entry begins, before anything large is read.
  {
    name: 'calls',
    test: /preload-helper|rolldown.runtime|\/calls\/(api|api-error|auth-signals|form-token|server-clock)\.ts$|\/lib\/next-task\.ts$|\/site\/paths\.ts$|\/(gate|shown-mark|intent|web\/opening)\.ts$/,
    priority: 4,
  },
  // The proof of work: the recipient's page needs it in doubt, and must not get the app's parts with it.
  { name: 'solve', test: /\/proof-of-work\/(puzzle|search|solve)\.ts$/, priority: 4 },
  // The socket: public pages load it once they are shown, and must not get the customers' parts with it.
  { name: 'live', test: /\/gql\/live(-connection)?\.ts$|node_modules\/graphql-ws\//, priority: 4 },
  {
    name: 'customer',
    test: /node_modules\/(@apollo|@graphql-typed-document-node|@wry|graphql|optimism|rxjs|tslib)\//,
    priority: 3,
  },
  // Of the pages with webhooks alone.
  { name: 'webhooks', test: /\/src\/(features\/manage-webhooks\/|gql\/operations\/[a-z-]*webhook)/, priority: 3 },
  // Of passkeys: what asks the browser, for the page to sign in too, and their section of the account page.
  {
    name: 'passkey',
    test: /\/src\/(passkeys\/|features\/sign-in\/passkey-button)|@simplewebauthn\//,
    priority: 3,
  },
  {
    name: 'passkeys',
    test: /\/src\/(features\/manage-passkeys\/(?!passkeys-on-demand)|gql\/operations\/[a-z-]*passkey)/,
    priority: 3,
  },
  { name: chartsOrNone, minShareCount: 1, priority: 3 },
  { name: frameOrNone, minShareCount: 2, priority: 2 },
  { name: pagesOrNone, priority: 1 },
  { name: signedInOrNone, priority: 1 },
  { name: partsOrNone, minShareCount: 2, priority: 0 },
  // Of the two pages with the lists of secrets alone, after what they share with others; their dialogs come when they are asked for.
  { name: 'lists', test: listsOfSecrets, minShareCount: 2, priority: -1 },
];

/** The charting library, all that it brings with it, and what the pages with charts draw with. */
function chartsOrNone(id: string, context: ChunkContext): string | null {
  if (/\/src\/ui\/chart\//.test(id)) return 'charts';
  if (!id.includes('/node_modules/')) return null;
  return leadsTo(id, /\/src\/ui\/chart\//, context) && !leadsTo(id, notCharts, context) ? 'charts' : null;
}

function frameOrNone(id: string, context: ChunkContext): string | null {
  return leadsTo(id, secretPage, context) && leadsTo(id, appEntry, context) ? 'frame' : null;
}

/** What the app begins with. What both the public pages and the header of signed-in people need would else be files of a few bytes. */
function pagesOrNone(id: string, context: ChunkContext): string | null {
  const isForAll = leadsTo(id, customersPart, context) && leadsTo(id, doors, context);
  return (leadsTo(id, appEntry, context) || isForAll) && !leadsTo(id, secretPage, context) ? 'pages' : null;
}

/** What the header has for signed-in people, wherever they are: it must not bring their pages with it, nor go with the public ones. */
function signedInOrNone(id: string, context: ChunkContext): string | null {
  if (leadsTo(id, secretPage, context) || leadsTo(id, appEntry, context)) return null;
  return leadsTo(id, customersPart, context) && !leadsTo(id, doors, context) ? 'signed-in' : null;
}

function partsOrNone(id: string, context: ChunkContext): string | null {
  if (listsOfSecrets.test(id)) return null;
  if (leadsTo(id, secretPage, context) || leadsTo(id, appEntry, context)) return null;
  if (leadsTo(id, doors, context)) return 'parts';
  return leadsTo(id, colonelPages, context) && !leadsTo(id, customerPages, context) ? 'colonel' : 'customer';
}

/** Whether a module is loaded through static imports of one that matches. */
function leadsTo(id: string, entry: RegExp, context: ChunkContext, seen = new Set<string>()): boolean {
  if (entry.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (context.getModuleInfo(id)?.importers ?? []).some((importer) => leadsTo(importer, entry, context, seen));
}
