import { routeTable } from '@onceover/embedded/route-table';
import { logNames } from '@onceover/schema/events/logs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, cookieOf, post } from '../support/http.ts';
import { startSystem, type TestSystem } from '../support/start-system.ts';
import { conceal } from './support/secrets.ts';

/*
 * Every unsafe row of the product × whatever another site can make a browser send: refused, and nothing is recorded. The
 * rows are those of the gateway's own table, so a new one is tested from its first day.
 * Source: security 5.6, G12
 */

let system: TestSystem;
let pool: pg.Pool;
let session: { readonly cookie: string; readonly shrimp: string };
let key: string;

beforeAll(async () => {
  system = await startSystem({ env: { ONCEOVER_INCOMING_RECIPIENT: 'support@example.com' } });
  pool = new pg.Pool({ ...system.database, max: 1 });
  session = await freshSession();
  key = (await conceal(system.url)).secretKey;
  await system.drain();
});
afterAll(async () => {
  await pool?.end();
  await system?.[Symbol.asyncDispose]();
});

async function freshSession(): Promise<typeof session> {
  const answer = await post(system.url, '/api/v2/validate-shrimp', {});
  return { cookie: cookieOf(answer), shrimp: answer.json.shrimp };
}

/** How much the services have recorded so far: events of every log, without what a log says about itself. */
async function recorded(): Promise<number> {
  const logs = logNames.map((name) => `(select count(*) from ${name}.events where type <> 'log.covered')`);
  const { rows } = await pool.query<{ total: string }>(`select ${logs.join(' + ')} as total`);
  return Number(rows[0]?.total);
}

interface Sent {
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly query?: string;
}

const withToken = () => ({ shrimp: session.shrimp });
const forgeries: readonly [string, () => Promise<Sent> | Sent][] = [
  ['no token', () => ({})],
  ['an empty token', () => ({ fields: { shrimp: '' } })],
  ['the placeholder', () => ({ fields: { shrimp: 'v1.none' } })],
  ['a made-up token', () => ({ fields: { shrimp: `v1.${'A'.repeat(22)}.${'A'.repeat(43)}` } })],
  ['the token of another session', async () => ({ fields: { shrimp: (await freshSession()).shrimp } })],
  ['the token in the query', () => ({ query: `?shrimp=${session.shrimp}` })],
  ['an unknown session', () => ({ fields: withToken(), headers: { cookie: `sess=${'x'.repeat(43)}` } })],
  ['another site', () => ({ fields: withToken(), headers: { 'sec-fetch-site': 'cross-site' } })],
  ['a sibling site', () => ({ fields: withToken(), headers: { 'sec-fetch-site': 'same-site' } })],
  ['another origin', () => ({ fields: withToken(), headers: { origin: 'https://evil.example' } })],
  ['an origin that is not one', () => ({ fields: withToken(), headers: { origin: 'null' } })],
  ['another referrer', () => ({ fields: withToken(), headers: { referer: 'https://evil.example/' } })],
];

/** Valid enough to change something at every row, if it were let through. */
const filled = {
  ...{ secret: 'a', continue: 'true', msg: 'hello', ticketno: 'A1', locale: 'he', email: 'nina@example.com' },
  ...{ password: 'plum apricot quince', password_confirm: 'plum apricot quince', code: '123456' },
};

/** Rows where a cookie counts; the others are for programs, and read none. The path of two dialects is tried with D18's flat body. */
const unsafe = routeTable.filter(
  ({ method, answersWithoutToken, credentials, dialect, path }) =>
    method === 'POST' &&
    !answersWithoutToken &&
    credentials === 'all' &&
    (dialect === 'd18' || !path.endsWith('/conceal')),
);
const pathOf = ({ path }: { path: string }) => path.replace(':key', key);
const json = { accept: 'application/json' };

function refusalOf(answer: Answer) {
  return [answer.status, answer.json?.code];
}

test.each(unsafe)('POST $path refuses every forgery and records nothing', async (row) => {
  const before = await recorded();
  for (const [what, forge] of forgeries) {
    const { fields = {}, headers = {}, query = '' } = await forge();
    const sent = { cookie: session.cookie, ...json, ...headers };
    const answer = await post(system.url, `${pathOf(row)}${query}`, { ...filled, ...fields }, sent);
    expect([what, ...refusalOf(answer)]).toEqual([what, row.dialect === 'd18' ? 400 : 422, 'csrf']);
  }
  await system.drain();
  expect(await recorded()).toBe(before);
});

test.each(unsafe)('POST $path without cookies, as curl sends it, is not refused for lack of a token', async (row) => {
  const answer = await post(system.url, pathOf(row), filled, json);
  expect(answer.json.code).not.toBe('csrf');
  expect(answer.status).toBeLessThan(500);
});
