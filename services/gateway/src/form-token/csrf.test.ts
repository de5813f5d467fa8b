import { subgraphNames } from '@onceover/schema/sdl';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RouteRow, type RunningGateway, routeTable } from '../service.ts';
import { type Asked, ask, graph, post } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { mutationFieldsOf, recordingServices } from '../test-support/recording-services.ts';
import { secretKey } from '../test-support/sample-data.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const mine = 'M'.repeat(43);
const others = 'O'.repeat(43);
const waiting = 'W'.repeat(43);
const people = fakeAccounts({
  sessions: new Map([
    [mine, { customer }],
    [others, { customer: { ...customer, accountRef: '0198a000-0000-7000-8000-000000000002' } }],
    [waiting, { customer, isWaiting: true }],
  ]),
  tokens: new Map([['nina@example.com:t', ['secrets-write', 'account', 'domains', 'recent', 'secrets-read-meta']]]),
});
const { services, reached } = recordingServices();
let gateway: RunningGateway;
const tokenOf = async (session: string): Promise<string> =>
  (await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie: `sess=${session}` })).json.shrimp;

beforeAll(async () => {
  gateway = await startTestGateway({ ...services, people, env: { ONCEOVER_RATE_LIMITS: 'off' } });
});
afterAll(() => gateway[Symbol.asyncDispose]());

interface Forgery {
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly query?: string;
  readonly session?: string;
}

/** What somebody else can make a browser send, with the customer's session and mostly even with a right token. */
const forgeries: readonly [string, () => Promise<Forgery> | Forgery][] = [
  ['no token', () => ({})],
  ['an empty token', () => ({ fields: { shrimp: '' } })],
  ['the placeholder', () => ({ fields: { shrimp: 'v1.none' } })],
  ['a made-up token', () => ({ fields: { shrimp: `v1.${'A'.repeat(22)}.${'A'.repeat(43)}` } })],
  ['the token of another customer', async () => ({ fields: { shrimp: await tokenOf(others) } })],
  ['the token of a visitor', async () => ({ fields: { shrimp: await visitorsToken() } })],
  ['a token cut short', async () => ({ fields: { shrimp: (await tokenOf(mine)).slice(0, -1) } })],
  ['the token in the query', async () => ({ query: `?shrimp=${await tokenOf(mine)}` })],
  ['the token in a cookie', async () => ({ headers: { cookie: `sess=${mine}; shrimp=${await tokenOf(mine)}` } })],
  ['a request from another site', async () => ({ ...(await right()), headers: { 'sec-fetch-site': 'cross-site' } })],
  ['a request from a sibling site', async () => ({ ...(await right()), headers: { 'sec-fetch-site': 'same-site' } })],
  ['another origin', async () => ({ ...(await right()), headers: { origin: 'https://evil.example' } })],
  ['no origin that a browser would name', async () => ({ ...(await right()), headers: { origin: 'null' } })],
  ['another referrer', async () => ({ ...(await right()), headers: { referer: 'https://evil.example/' } })],
  ['a session that ended', async () => ({ ...(await right('E'.repeat(43))), session: 'E'.repeat(43) })],
];

const right = async (session = mine) => ({ fields: { shrimp: await tokenOf(session) } });

async function visitorsToken(): Promise<string> {
  return (await post(gateway.port, '/api/v2/validate-shrimp', {})).json.shrimp;
}

/** Fields that are good enough for every row to go on to its service. */
const filled = {
  ...{ secret: 'a', continue: 'true', email: 'nina@example.com', password: 'a long password', msg: 'hello' },
  ...{
    password_confirm: 'a long password',
    currentp: 'a',
    newp: 'b',
    newp2: 'b',
    confirmation: 'a',
    domain: 'a.example',
  },
  ...{ locale: 'he', ticketno: 'A1', code: '123456' },
};

async function send(path: string, { fields = {}, headers = {}, query = '', session = mine }: Forgery): Promise<Asked> {
  const all = {
    cookie: `sess=${session}`,
    accept: 'application/json',
    'idempotency-key': 'an-idempotency-key-of-csrf',
    ...headers,
  };
  return await post(gateway.port, `${path}${query}`, { ...filled, ...fields }, all);
}

const unsafe = routeTable.filter(({ method, answersWithoutToken }) => method !== 'GET' && !answersWithoutToken);
const pathOf = ({ path }: Pick<RouteRow, 'path'>) => path.replace(':key', secretKey);
/** Rows where a cookie counts. Where two dialects share a path, its flat body is that of D18. */
const guarded = unsafe.filter(({ credentials }) => credentials === 'all');
const rows = [...new Set(guarded.map(pathOf))];
const refusedWith = new Map(guarded.map((row) => [pathOf(row), row.dialect === 'd18' ? 400 : 422]));
refusedWith.set('/api/v2/secret/conceal', 400);
const cases = rows.flatMap((path) => forgeries.map(([what, forge]) => [path, what, forge] as const));
/** Rows that know no cookies. */
const cookieless = unsafe.filter(({ credentials }) => credentials !== 'all');

test('every unsafe row is tried in at least ten ways', () => {
  expect(rows.length).toBeGreaterThanOrEqual(18);
  expect(forgeries.length).toBeGreaterThanOrEqual(10);
});

test.each(cases)('POST %s refuses %s, and nothing happens', async (path, _what, forge) => {
  reached.length = 0;
  const answer = await send(path, await forge());
  expect([answer.status, answer.json.code]).toEqual([refusedWith.get(path), 'csrf']);
  expect(reached).toEqual([]);
});

test.each(rows)('POST %s without cookies, as curl sends it, is not refused for its token', async (path) => {
  const answer = await post(gateway.port, path, filled, { accept: 'application/json' });
  expect(answer.json.code).not.toBe('csrf');
  expect(answer.headers['set-cookie']?.join() ?? '').not.toContain('sess=a.');
});

test.each(rows)('POST %s with the token of its session is not refused', async (path) => {
  const session = path.includes('second-step') ? waiting : mine;
  const answer = await send(path, { ...(await right(session)), session });
  expect(answer.json.code).not.toBe('csrf');
});

test.each(cookieless)('$method $path: whatever a browser sends along counts for nothing', async (row) => {
  const { method } = row;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ ...filled, msg: '' }).toString();
  const outcome = async (headers: Record<string, string>) => {
    const answer = await ask(gateway.port, pathOf(row), { method, body, headers: { ...type, ...headers } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { request_id, ...told } = answer.json;
    return [answer.status, told];
  };
  const asVisitor = await outcome({});
  expect(asVisitor).not.toEqual([expect.anything(), expect.objectContaining({ code: 'csrf' })]);
  expect(await outcome({ cookie: `sess=${mine}` })).toEqual(asVisitor);
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect(await outcome({ cookie: `sess=${mine}`, ...elsewhere })).toEqual(asVisitor);
});

test.each(['generate', 'conceal', `${secretKey}/reveal`])(
  'what an extension sends to the later %s without cookies is served',
  async (path) => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'chrome-extension://abc' };
    const sent = { 'secret[secret]': 'a', continue: 'true' };
    const { json } = await post(gateway.port, `/api/v2/secret/${path}`, sent, headers);
    expect(json.code).not.toBe('csrf');
    const { status, json: refused } = await post(gateway.port, `/api/v2/secret/${path}`, sent, {
      ...headers,
      cookie: `sess=${mine}`,
    });
    expect([status, refused.code]).toEqual([422, 'csrf']);
  },
);

test('a flat body from another site is refused on the path that two dialects share', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const { status, json } = await post(gateway.port, '/api/v2/secret/conceal', { secret: 'a' }, headers);
  expect([status, json.code]).toEqual([400, 'csrf']);
});

const fields = subgraphNames.flatMap(mutationFieldsOf);

test.each(fields)('in the graph %s is refused like any other question', async (field) => {
  reached.length = 0;
  for (const [, forge] of forgeries) {
    const { headers = {}, fields: { shrimp = '' } = {}, session = mine } = await forge();
    const sent = { cookie: `sess=${session}`, ...(shrimp === '' ? {} : { 'o-shrimp': shrimp }), ...headers };
    const answer = await graph(gateway.port, `mutation { ${field} { __typename } }`, sent);
    const wanted = session === mine ? [403, 'CSRF'] : [401, 'NOT_AUTHORIZED'];
    expect([answer.status, answer.json.errors[0].extensions.code]).toEqual(wanted);
  }
  expect(reached).toEqual([]);
});

test('a page is never refused for what it was sent from', async () => {
  const headers = { cookie: `sess=${mine}`, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect((await ask(gateway.port, '/about', { headers })).status).toBe(200);
});
