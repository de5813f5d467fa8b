import { exportPaths } from '@onceover/embedded/route-table';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../support/browser.ts';
import { type Answer, post } from '../../support/http.ts';
import { People } from '../../support/people.ts';
import { startSystem } from '../../support/start-system.ts';
import { type Cast, castOf, type Role, roles } from './roles.ts';

const running = new AsyncDisposableStack();
let cast: Cast;
let url: string;
const CANARY = 'canary-8d31-of-content';
let keys: string[];

beforeAll(async () => {
  const system = running.use(await startSystem());
  ({ url } = system);
  cast = await castOf(new People(system), url);
  const { json } = await cast.customer.browser.post('/api/v2/secret/conceal', { secret: CANARY, passphrase: CANARY });
  const anonymous = await post(url, '/api/v2/secret/conceal', { secret: CANARY });
  keys = [json, anonymous.json].flatMap(({ record }) => [record.secret.key, record.metadata.key]);
  // What was recorded a moment ago is in the trail a moment later.
  await eventually(async () => {
    expect((await exported('customer', '/account/trail/export')).text).toContain('secret.created');
  });
}, 120_000);
afterAll(() => running.disposeAsync());

const exported = (role: Role, path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  cast.actors[role].send('POST', path, fields);

/** Who gets the file of each path. */
const mayExport: Readonly<Record<string, readonly Role[]>> = {
  '/colonel/audit/export': ['colonel'],
  '/account/trail/export': ['customer', 'other customer', 'paid', 'colonel without second factor', 'colonel'],
};

test('every export has a row and every row an export', () => {
  expect([...exportPaths].sort()).toEqual(Object.keys(mayExport).sort());
});

test.each(roles.map((role) => [role]))('exports as %s', async (role) => {
  // An ended session has no form token that is good.
  const refused = role === 'revoked session' ? 400 : 403;
  for (const path of exportPaths) {
    const { status } = await exported(role, path);
    expect([path, status]).toEqual([path, mayExport[path]?.includes(role) ? 200 : refused]);
  }
});

test('an export is refused without the form token, from another site, and to a GET', async () => {
  for (const path of ['/colonel/audit/export', '/account/trail/export']) {
    const { cookie = '' } = cast.customer.browser;
    expect((await post(url, path, {}, { cookie })).json.code).toBe('csrf');
    const foreign = await cast.customer.browser.copy().post(path, {}, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.json.code).toBe('csrf');
    expect((await new Browser(url).get(path)).status).toBe(404);
  }
});

test('the whole trail has what belongs to nobody too; an owner gets their own, without requests and networks', async () => {
  const lines = async (role: Role, path: string) => {
    const { text, headers } = await exported(role, path, { format: 'ndjson' });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="onceover-audit-\d{4}-\d\d-\d\d\.ndjson"$/);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const whole = await lines('colonel', '/colonel/audit/export');
  expect(whole.some(({ action, tenantRef }) => action === 'secret.created' && tenantRef === null)).toBe(true);
  expect(new Set(whole.map(({ tenantRef }) => tenantRef)).size).toBeGreaterThan(5);
  expect(whole.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  const own = await lines('customer', '/account/trail/export');
  expect(new Set(own.map(({ tenantRef }) => tenantRef)).size).toBe(1);
  expect(own.some(({ action }) => action === 'secret.created')).toBe(true);
  for (const { request, networkTag, reason } of own) expect([request, networkTag, reason]).toEqual([null, null, null]);
});

test('an export has what its filter says, and a filter beyond its bounds is refused with what to write', async () => {
  const filter = JSON.stringify({ actionPrefixes: ['security.signed_in'] });
  const { text } = await exported('colonel', '/colonel/audit/export', { filter });
  const [heading, ...rows] = text.trimEnd().split('\n');
  expect(heading).toMatch(/^tenantRef,kind,log,seq,at,/);
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.every((row) => row.includes(',security.signed_in,'))).toBe(true);
  for (const bad of ['{"from":5,"to":4}', '{"target":"=cmd()"}', '[]', 'no JSON']) {
    const refused = await exported('colonel', '/colonel/audit/export', { filter: bad });
    expect(refused.status).toBe(400);
    expect(refused.json.message).not.toBe('');
  }
});

test('an export is in the trail of whoever made it', async () => {
  const before = await exported('paid', '/account/trail/export');
  expect(before.status).toBe(200);
  await expect
    .poll(async () => (await exported('paid', '/account/trail/export')).text)
    .toContain('security.trail_exported');
  await exported('colonel', '/colonel/audit/export');
  const filter = JSON.stringify({ actionPrefixes: ['security.trail_exported'] });
  await expect
    .poll(async () => (await exported('colonel', '/colonel/audit/export', { filter })).text)
    .toContain(',operator,');
});

test('no content, passphrase, link key or address is in an export', async () => {
  for (const format of ['csv', 'ndjson']) {
    const { text } = await exported('colonel', '/colonel/audit/export', { format });
    for (const trace of [CANARY, cast.customer.email, ...keys]) expect(text).not.toContain(trace);
    expect(text).not.toMatch(/(?<![0-9a-z])[0-9a-z]{31}(?![0-9a-z])/);
    expect(text).not.toMatch(/@|127\.0\.0\.1/);
  }
});
