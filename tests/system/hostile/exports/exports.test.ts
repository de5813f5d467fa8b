import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../support/browser.ts';
import { type Answer, ask, post } from '../../../support/http.ts';
import type { Person } from '../../../support/people.ts';
import { putEvents } from '../../../support/put-events.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { volume } from '../support/volume.ts';

const WHOLE = '/colonel/audit/export';
const OWN = '/account/trail/export';
/** As many as an account may begin in an hour. */
const MOST = 30;

interface Cast {
  readonly nina: Person;
  readonly tom: Person;
  readonly colonel: Person;
  /** One who asks for much. */
  readonly greedy: Person;
  readonly token: string;
}

let program: AttackedProgram<Cast>;
let nina: Browser;
let tom: Browser;
let colonel: Browser;

beforeAll(async () => {
  program = await startAttacked('exports', {
    env: { ONCEOVER_RATE_LIMITS: 'on' },
    async prepare(people, system) {
      const [nina, tom] = [await people.customer(), await people.customer()];
      const colonel = await people.colonel({ secondFactor: true });
      const greedy = await people.colonel({ secondFactor: true });
      const client = new pg.Client(system.database);
      await client.connect();
      await putEvents(client, volume(6_000), 50);
      await client.end();
      return { nina, tom, colonel, greedy, token: await people.apiToken(nina) };
    },
  });
  const { cast, url } = program;
  [nina, tom, colonel] = [cast.nina.browser.copy(url), cast.tom.browser.copy(url), cast.colonel.browser.copy(url)];
}, 240_000);
afterAll(() => program[Symbol.asyncDispose]());

const exported = (browser: Browser, path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  browser.copy().post(path, fields);

/** Of a trail in NDJSON: whom its entries are about. */
function tenantsIn(text: string): ReadonlySet<string> {
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '');
  return new Set(lines.map((line) => (JSON.parse(line) as { tenantRef: string }).tenantRef));
}

test('nothing that strangers say of themselves is in an export, and no cell of it is a formula', async () => {
  const hostile = {
    'user-agent': '=canary()',
    'x-request-id': '=canary()',
    'x-correlation-id': '+canary',
    traceparent: '=canary()',
    tracestate: '@canary=1',
    baggage: 'canary=-1+1',
    referer: 'http://x/=canary()',
    'accept-language': '=canary()',
    'idempotency-key': '=canary()-0123456789abcdef',
    'x-forwarded-for': '=canary()',
  };
  const { url, cast } = program;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ secret: '=canary()', passphrase: '=canary()', ttl: '=canary()' }).toString();
  await ask(url, '/api/v2/secret/conceal', { body, headers: { ...type, ...hostile } });
  await ask(url, '/api/v2/secret/conceal', { body, headers: { ...type, ...hostile, authorization: cast.token } });
  await post(url, '/api/v2/signin', { email: cast.tom.email, password: '=canary()' }, hostile);
  // Each counts among those of the hour.
  const own = async () => (await exported(nina, OWN, { format: 'ndjson' })).text;
  await expect.poll(own, { interval: 1_000, timeout: 10_000 }).toContain('secret.created');
  const csv = await exported(colonel, WHOLE, { format: 'csv' });
  const ndjson = await exported(colonel, WHOLE, { format: 'ndjson' });
  expect([csv.status, ndjson.status]).toEqual([200, 200]);
  for (const { text } of [csv, ndjson]) expect(text).not.toContain('canary');
  const cells = csv.text.split('\n').flatMap((line) => line.split(','));
  expect(cells.length).toBeGreaterThan(volume(6_000) * 10);
  expect(cells.filter((cell) => /^"?[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([]);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect([csv.headers['content-disposition'], csv.headers['x-content-type-options']]).toEqual([
    expect.stringMatching(/^attachment; filename="[\w.-]+"$/),
    'nosniff',
  ]);
});

test('no filter shows somebody another`s trail, or is more than a filter', async () => {
  const own = tenantsIn((await exported(nina, OWN, { format: 'ndjson' })).text);
  const [other = ''] = tenantsIn((await exported(tom, OWN, { format: 'ndjson' })).text);
  expect([own.size, own.has(other)]).toEqual([1, false]);
  const filters = [
    `{"account":"${other}"}`,
    `{"tenantRef":"${other}"}`,
    `{"target":"${other}"}`,
    `{"__proto__":{"account":"${other}"}}`,
    `{"constructor":{"prototype":{"account":"${other}"}}}`,
    `{"account":{"toString":"${other}"}}`,
    `{"actionPrefixes":["' or 1=1 --"]}`,
    `{"actionPrefixes":["%"]}`,
    `{"actionPrefixes":${JSON.stringify(new Array(500).fill('secret'))}}`,
    `{"from":-1e308,"to":1e308}`,
    `{"scope":"all"}`,
    'null',
    '[[[[',
    `${'{"a":'.repeat(1_900)}1${'}'.repeat(1_900)}`,
    'x'.repeat(60_000),
  ];
  await program.attack('filters', async () => {
    for (const filter of filters) {
      const { status, text } = await exported(nina, OWN, { format: 'ndjson', filter });
      expect([filter.slice(0, 60), [200, 400].includes(status)]).toEqual([filter.slice(0, 60), true]);
      if (status === 200) expect([...tenantsIn(text)].filter((tenant) => !own.has(tenant))).toEqual([]);
    }
    return filters.length;
  });
});

test('nobody begins an export for somebody else, with what they know of them', async () => {
  const { url, cast } = program;
  const ninas = { cookie: nina.cookie ?? '' };
  await tom.get('/api/v2/authcheck');
  const attempts: [string, Readonly<Record<string, string>>, Readonly<Record<string, string>>][] = [
    [OWN, {}, ninas],
    [OWN, { shrimp: tom.shrimp ?? 'x' }, ninas],
    [OWN, { shrimp: nina.shrimp ?? 'x' }, { ...ninas, 'sec-fetch-site': 'cross-site' }],
    [OWN, { shrimp: nina.shrimp ?? 'x' }, { ...ninas, origin: 'https://evil.example' }],
    [OWN, { shrimp: nina.shrimp ?? 'x' }, {}],
    [OWN, {}, { authorization: cast.token }],
    [OWN, { shrimp: nina.shrimp ?? 'x' }, { ...ninas, authorization: cast.token }],
    [WHOLE, { shrimp: tom.shrimp ?? 'x' }, { cookie: tom.cookie ?? '' }],
    [WHOLE, {}, { authorization: cast.token }],
  ];
  await program.attack('exports of others', async () => {
    const times = volume(90);
    for (let number = 0; number < times; number += 1) {
      const [path, fields, headers] = attempts[number % attempts.length] ?? expect.fail();
      const { status, text } = await post(url, path, fields, {
        'x-forwarded-for': `10.90.${number % 250}.1`,
        ...headers,
      });
      expect([path, headers, status >= 400 && status < 500]).toEqual([path, headers, true]);
      expect(text).not.toContain('tenantRef');
    }
    return times;
  });
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const { status } = await ask(url, OWN, { method, headers: ninas });
    expect([method, [404, 405].includes(status)]).toEqual([method, true]);
  }
});

/**
 * The answer to an export, unread. Null: it was cut before its first line, which is what becomes of one whose trail cannot be read in time.
 */
async function begun(browser: Browser): Promise<IncomingMessage | null> {
  const { url, cookie = '', shrimp = '' } = browser;
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(new URL(WHOLE, url), { method: 'POST', headers, agent: false });
  sent.end(new URLSearchParams({ shrimp, format: 'ndjson' }).toString());
  const isCut = (error: unknown) => (error as { code?: string }).code === 'ECONNRESET';
  const heard = once(sent, 'response') as Promise<[IncomingMessage]>;
  const [answer] = await heard.catch((error: unknown) => (isCut(error) ? [null] : Promise.reject(error)));
  answer?.on('error', () => undefined);
  return answer;
}

test('many long exports that are read slowly, not at all, or given up halfway harm nobody, and end with the hour`s number', async () => {
  const greedy = program.cast.greedy.browser.copy(program.url);
  await greedy.graph('{ plans { id } }');
  const taken: IncomingMessage[] = [];
  await program.attack('long exports', async () => {
    const answers = await Promise.all(Array.from({ length: MOST + 10 }, () => begun(greedy)));
    const allowed = answers.filter((answer) => answer?.statusCode === 200).flatMap((answer) => answer ?? []);
    taken.push(...allowed);
    const refused = answers.filter((answer) => answer !== null && answer.statusCode !== 200);
    expect(refused.map((answer) => answer?.statusCode)).toEqual(new Array(answers.length - MOST).fill(400));
    expect(allowed.length).toBeGreaterThan(0);
    // A third goes away at once, a third in the middle, and the others read nothing.
    for (const [number, answer] of allowed.entries()) {
      if (number % 3 === 0) answer.destroy();
      if (number % 3 === 1) answer.once('data', () => answer.destroy());
    }
    return { answered: answers.length };
  });
  for (const answer of taken) answer.destroy();
  expect((await exported(colonel, WHOLE, { format: 'csv' })).status).toBe(200);
  expect(program.faults).toEqual([]);
});
