import type { Observed } from '@onceover/schema/rest/secret';
import { intentHeader } from '@onceover/schema/web/opening';
import type { Browser } from './browser.ts';
import { type Answer, ask, post } from './http.ts';

type Fields = Readonly<Record<string, string>>;

/** What a browser says of the requests that a page makes by itself. */
export const fromPage = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
} as const;

/** Somebody who read the page, moved the mouse to the button and clicked. */
export function seenByPage(change: Partial<Observed> = {}): string {
  const person = { automated: false, readyMs: 2_000, gesture: 'mouse', moves: 9, inputs: 0, active: true } as const;
  return JSON.stringify({ ...person, way: 'click', heldMs: 0, ...change } satisfies Observed);
}

/** The look of a link's page, which has an intent if the link opens something. */
export function lookAsPage(url: string, secretKey: string): Promise<Answer> {
  return ask(url, `/api/v2/secret/${secretKey}`, { headers: { ...fromPage, [intentHeader]: '1' } });
}

/** Looks and opens as the page of a link does for a person: what a secret for people only asks for. */
export async function openAsPage(
  url: string,
  secretKey: string,
  fields: Fields = {},
  headers: Fields = {},
): Promise<Answer> {
  const { intent = '' } = (await lookAsPage(url, secretKey)).json;
  const form = { continue: 'true', intent, observed: seenByPage(), ...fields };
  return await post(url, `/api/v2/secret/${secretKey}`, form, { ...fromPage, ...headers });
}

/** The same with somebody's session. */
export async function openAsPageOf(browser: Browser, secretKey: string): Promise<Answer> {
  const { intent = '' } = (await lookAsPage(browser.url, secretKey)).json;
  const form = { continue: 'true', intent, observed: seenByPage() };
  return await browser.post(`/api/v2/secret/${secretKey}`, form, fromPage);
}
