import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, listenToAnswers } from '../../support/http.ts';
import { created, later, v1 } from '../support/dialects.ts';
import { systemOfThisFile } from '../support/system.ts';

// The published description is that of the native types.
listenToAnswers(() => {});

const system = systemOfThisFile({ ONCEOVER_COMPATIBLE_TYPES: 'on' });
const decimal = expect.stringMatching(/^\d+$/);

test('with compatible types customers and their lists have the strings that the original sent', async () => {
  const { browser } = await system.people.paidCustomer();
  await browser.post('/api/v2/secret/conceal', { secret: 'a', ttl: '86400' });
  await system.drain();
  const customer = { verified: 'true', created: decimal, secrets_created: '1', locale: '', stripe_customer_id: '' };
  expect((await browser.get('/api/v2/authcheck')).json.record).toMatchObject(customer);
  const { record } = (await browser.get('/api/v2/account')).json;
  expect(record).toMatchObject({ apitoken: '', apitoken_set: false, cust: customer });
  const item = { created: decimal, updated: decimal, secret_ttl: '86400.0', share_domain: '', recipients: '' };
  const recent = (await browser.get('/api/v2/private/recent')).json;
  expect([recent.records, recent.details.notreceived]).toMatchObject([[item], [item]]);
  const chosen = await browser.post('/api/v2/account/update-locale', { locale: 'en' });
  expect(chosen.json).toMatchObject({ new_locale: 'en', old_locale: '' });
});

test('a domain just added has real types, a loaded one has strings', async () => {
  const { browser } = await system.people.paidCustomer();
  const added = await browser.post('/api/v2/account/domains/add', { domain: 'once.acme-compatible.com' });
  expect(added.json.record).toMatchObject({ created: expect.any(Number), status: null, verified: false });
  const loaded = { created: decimal, updated: decimal, status: '', verified: '' };
  expect((await browser.get('/api/v2/account/domains')).json.records).toMatchObject([loaded]);
  expect((await browser.get('/api/v2/account/domains/once.acme-compatible.com')).json.record).toMatchObject(loaded);
});

test("a colonel's counts are strings", async () => {
  const { browser } = await system.people.colonel({ secondFactor: true });
  const { counts, recent_customers } = (await browser.get('/api/v2/colonel')).json.record;
  expect(counts).toMatchObject({ secrets_created: decimal, emails_sent: decimal, session_count: expect.any(Number) });
  expect(recent_customers[0]).toMatchObject({ secrets_shared: decimal });
});

test('the other dialects have real types, of the same secret', async () => {
  const { answer, secretKey, metadataKey } = await created(system.url, later, { ttl: '900' });
  expect(answer.json.record.metadata.secret_ttl).toBe(900);
  const ours = async () => (await ask(system.url, `/api/v2/private/${metadataKey}`)).json.record;
  expect(await ours()).toMatchObject({ shared: '', viewed: '', received: '', burned: '' });
  expect((await ours()).expiration_in_seconds).toBe('900.0');
  await later.open(system.url, secretKey);
  expect((await ours()).received).toEqual(decimal);
  expect((await v1.see(system.url, metadataKey)).json).toMatchObject({ received: expect.any(Number), ttl: 900 });
});

/** The table that operators read, which is made from the code; here a real server is held to it. */
const documented = readFileSync(new URL('../../../docs/OPERATIONS.md', import.meta.url), 'utf8')
  .split('<!-- compatible types -->')[1]
  ?.split('\n')
  .map((line) => /^\| `(.+)` \| `(.+)` \| `.+` \| `(.+)` \|$/.exec(line)?.slice(1))
  .filter((row) => row !== undefined) as [string, string, string][];

describe('every row of the table is so', () => {
  let answers: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    answers = await answersOf();
  });

  test.each(documented)('%s: %s is like %s', (call, member, example) => {
    const found = membersAt(answers[call], member.split('.'));
    expect(found).not.toEqual([]);
    for (const value of found) expect(value).toEqual(like(JSON.parse(example)));
  });

  test('and nothing is left out', () => {
    expect(documented.length).toBeGreaterThan(80);
    expect([...new Set(documented.map(([call]) => call))].sort()).toEqual(Object.keys(answers).sort());
  });
});

/** One answer of each call in the table. */
async function answersOf(): Promise<Readonly<Record<string, unknown>>> {
  const { browser } = await system.people.paidCustomer();
  const colonel = await system.people.colonel({ secondFactor: true });
  const post = async (path: string, fields = {}) => (await browser.post(`/api/v2${path}`, fields)).json;
  const get = async (path: string) => (await browser.get(`/api/v2${path}`)).json;
  const [one, other, third] = [
    await post('/secret/conceal', { secret: 'a' }),
    await post('/secret/conceal', { secret: 'b' }),
    await post('/secret/conceal', { secret: 'c' }),
  ];
  const revealed = await post(`/secret/${one.record.secret.key}`, { continue: 'true' });
  const domain = 'once.acme-table.com';
  await post('/account/domains/add', { domain });
  const private_ = (concealed: { record: { metadata: { key: string } } }) =>
    `/private/${concealed.record.metadata.key}`;
  await system.drain();
  return {
    'GET /account': await get('/account'),
    'GET /authcheck': await get('/authcheck'),
    'GET /account/domains': await get('/account/domains'),
    'GET /account/domains/{domain}': await get(`/account/domains/${domain}`),
    'POST /account/domains/{domain}/verify': await post(`/account/domains/${domain}/verify`),
    'POST /secret/{secretKey}': revealed,
    'GET /private/{metadataKey}, pending': await get(private_(other)),
    'GET /private/{metadataKey}, opened': await get(private_(one)),
    'GET /private/recent': await get('/private/recent'),
    'POST /private/{metadataKey}/burn': await post(`${private_(third)}/burn`, { continue: 'true' }),
    'POST /account/update-locale': await post('/account/update-locale', { locale: 'en' }),
    'GET /colonel': (await colonel.browser.get('/api/v2/colonel')).json,
  };
}

/** The values at a path, `name[]` being those of every item. */
function membersAt(value: unknown, [first, ...rest]: readonly string[]): unknown[] {
  if (first === undefined) return [value];
  const member = (value as Readonly<Record<string, unknown>>)[first.replace('[]', '')];
  const items = first.endsWith('[]') ? (member as readonly unknown[]) : [member];
  return items.flatMap((item) => membersAt(item, rest));
}

/** Of the same form as an example. */
function like(example: unknown): unknown {
  if (typeof example !== 'string' || example === '') return example;
  if (/^\d+$/.test(example)) return decimal;
  if (/^\d+\.\d$/.test(example)) return expect.stringMatching(/^\d+\.\d$/);
  return expect.stringMatching(/^(?:true|false)$/);
}
