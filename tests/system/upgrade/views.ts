import type { Browser } from '../../support/browser.ts';
import type { Answer } from '../../support/http.ts';
import type { Views } from './story.ts';

const LISTS = `{
  viewer {
    id custid role isVerified locale
    plan { id name limits { maxCharacters maxTtlSeconds maxRecipients mailsPerDay } features { email customDomains api } }
    twoStep { isEnabled recoveryCodesLeft }
    usage { secretsCreated secretsShared secretsBurned emailsSent }
    apiTokens { id name scopes created }
    recentCounts { received notReceived }
    recentSecrets(first: 50) {
      nodes {
        key shortkey secretShortkey state created expiration received burned recipients label
        deliveries { status at } refusedOpenings { reason count }
      }
    }
    auditTrail(first: 100) { entries { id at action by target occasions surface } }
  }
  domains { totalCount nodes { id displayDomain isVerified status created } }
}`;

/** What a signed-in customer sees in the lists, on `/api/v2` and in the graph. */
export async function viewsOf(browser: Browser): Promise<Views> {
  const { viewer, domains } = (await graph(browser, LISTS)).data;
  const { recentSecrets, auditTrail, ...account } = viewer;
  return {
    account,
    recentSecrets: byKey(recentSecrets.nodes, 'key'),
    domains: byKey(domains.nodes, 'displayDomain'),
    trail: byKey(auditTrail.entries, 'id'),
    recent: byKey(expectFine(await browser.get('/api/v2/private/recent')).records.map(withoutPlaceAndTime), 'key'),
  };
}

/** Answers a document, or throws with what is wrong with it. */
export async function graph(browser: Browser, document: string) {
  const json = expectFine(await browser.graph(document));
  if (json.errors !== undefined) throw new Error(JSON.stringify(json.errors));
  return json;
}

/** The body of an answer that is not a refusal. */
export function expectFine({ status, json, text }: Answer) {
  if (status !== 200) throw new Error(`answered ${status} ${text}`);
  return json;
}

/** What differs because it is asked later, or at another address. */
function withoutPlaceAndTime(row: Record<string, unknown>): Record<string, unknown> {
  const isLeftOut = (name: string) => /^(uri|stamp|.*_url|expiration_stamp)$/.test(name);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isLeftOut(name)));
}

/** New rows may come to a list in the upgraded system, so each is found by its name. */
function byKey(rows: readonly Record<string, unknown>[], key: string): Record<string, unknown> {
  return Object.fromEntries(rows.map((row) => [String(row[key]), row]));
}
