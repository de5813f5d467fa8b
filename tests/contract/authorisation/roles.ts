import type { RouteRow } from '@onceover/embedded/route-table';
import { Browser } from '../../support/browser.ts';
import { type Answer, ask, post, URLENCODED } from '../../support/http.ts';
import { LiveSocket, SocketRefused } from '../../support/live-socket.ts';
import { basic, type People, type Person } from '../../support/people.ts';

type Fields = Readonly<Record<string, string>>;

/** Everyone who could send a request. */
export const roles = [
  'visitor',
  'unverified',
  'customer',
  'other customer',
  'paid',
  'token',
  'narrow token',
  'revoked session',
  'colonel without second factor',
  'colonel',
] as const;
export type Role = (typeof roles)[number];

/** A person in a role, and how they send requests. */
export interface Actor {
  send(method: RouteRow['method'], path: string, fields: Fields): Promise<Answer>;
  graph(query: string): Promise<Answer>;
  /** Listens to a subscription: what came first, or why there was no socket. */
  live(query: string): Promise<string>;
  /** The same person in a separate session, for operations that end sessions. */
  fresh(): Promise<Actor>;
}

/** The cast: one account for each role, and the owners of what the rows refer to. */
export interface Cast {
  readonly actors: Readonly<Record<Role, Actor>>;
  readonly customer: Person;
  readonly paid: Person;
}

/** Scopes of the narrow token: its own documents and the list of recent secrets, nothing else. */
const NARROW = '[RECENT, GRAPHQL_ADHOC]';

export async function castOf(people: People, url: string): Promise<Cast> {
  const customer = await people.customer();
  const paid = await people.paidCustomer();
  const [other, tokenOwner, revoked] = [await people.paidCustomer(), await people.customer(), await people.customer()];
  const token = await people.apiToken(tokenOwner);
  const narrow = await narrowToken(tokenOwner);
  await (await people.signedIn(revoked)).graph('mutation { endOtherSessions { count } }');
  const titled = await people.colonel({ secondFactor: false });
  const colonel = await people.colonel({ secondFactor: true });
  const unverified = await people.unverified();
  const actors: Record<Role, Actor> = {
    visitor: byBrowser(new Browser(url)),
    unverified: byBrowser(unverified.browser),
    customer: bySession(customer, people),
    'other customer': bySession(other, people),
    paid: bySession(paid, people),
    token: byToken(url, token),
    'narrow token': byToken(url, narrow),
    'revoked session': byBrowser(revoked.browser),
    'colonel without second factor': bySession(titled, people),
    colonel: bySession(colonel, people),
  };
  return { actors, customer, paid };
}

/** Every request carries the original cookies, whatever an answer has set. */
function byBrowser(browser: Browser): Actor {
  const actor: Actor = {
    async send(method, path, fields) {
      const { cookie, url } = browser;
      if (method === 'PATCH') return await patch(url, path, fields, cookie === undefined ? {} : { cookie });
      const own = browser.copy();
      return method === 'GET' ? await own.get(path, JSON_PLEASE) : await own.post(path, fields, JSON_PLEASE);
    },
    graph: (query) => browser.copy().graph(query),
    async live(query) {
      const own = browser.copy();
      await own.graph('{ plans { id } }'); // the form token comes with an answer
      const { url, cookie, shrimp } = own;
      return await firstOf(url, query, cookie === undefined ? {} : { origin: url, cookie }, { shrimp });
    },
    fresh: async () => actor,
  };
  return actor;
}

function bySession(person: Person, people: People): Actor {
  return { ...byBrowser(person.browser), fresh: async () => byBrowser(await people.signedIn(person)) };
}

const JSON_PLEASE = { accept: 'application/json' };

function patch(url: string, path: string, fields: Fields, headers: Fields): Promise<Answer> {
  const type = { 'content-type': URLENCODED, ...JSON_PLEASE };
  return ask(url, path, {
    method: 'PATCH',
    body: new URLSearchParams(fields).toString(),
    headers: { ...type, ...headers },
  });
}

/** A role that creates a new token carries on with that one. */
function byToken(url: string, first: string): Actor {
  let authorization = first;
  const headers = () => ({ authorization, ...JSON_PLEASE });
  const actor: Actor = {
    async send(method, path, fields) {
      if (method === 'GET') return await ask(url, path, { headers: headers() });
      if (method === 'PATCH') return await patch(url, path, fields, headers());
      const answer = await post(url, path, fields, headers());
      const made = answer.json?.record?.apitoken;
      if (typeof made === 'string') authorization = basic(answer.json.custid, made);
      return answer;
    },
    async graph(query) {
      const body = JSON.stringify({ query });
      return await ask(url, '/graphql', { body, headers: { 'content-type': 'application/json', ...headers() } });
    },
    live: (query) => firstOf(url, query, { authorization }),
    fresh: async () => actor,
  };
  return actor;
}

/** After this long nothing comes. */
const quietMs = 2_000;

/** In brief: `nothing`, `next Metadata`, `next null`, `error NOT_AUTHORIZED`, `401 NOT_AUTHORIZED`. */
async function firstOf(url: string, query: string, headers: Fields, params: object = {}): Promise<string> {
  try {
    using live = await LiveSocket.connect(url, headers, params);
    live.subscribe('1', query);
    const first = await live.until(({ id }) => id === '1', quietMs).catch(() => undefined);
    if (first === undefined) return 'nothing';
    const { type, payload } = first;
    if (type === 'error') return `error ${payload[0].extensions.code}`;
    const [value] = Object.values(payload.data) as { readonly __typename: string }[];
    return `${type} ${value?.__typename ?? null}`;
  } catch (error) {
    if (error instanceof SocketRefused) return error.message;
    throw error;
  }
}

async function narrowToken({ email, browser }: Person): Promise<string> {
  const input = `{ name: "narrow", scopes: ${NARROW}, expiresInDays: 1 }`;
  const { json } = await browser.graph(
    `mutation { createApiToken(input: ${input}) { ... on CreatedApiToken { token } } }`,
  );
  return basic(email, json.data.createApiToken.token);
}
