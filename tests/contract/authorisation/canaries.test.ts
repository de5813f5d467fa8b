import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { type Answer, post } from '../../support/http.ts';
import { LiveSocket } from '../../support/live-socket.ts';
import { newEmail, PASSWORD, People, type Person } from '../../support/people.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';
import { everythingOf } from './everything-of.ts';
import { graphRows } from './graph-rows.ts';
import type { Belongings } from './rest-rows.ts';

const running = new AsyncDisposableStack();
let system: TestSystem;
let colonel: Person;
let owner: Person;
let customerId: string;
/** What people entered, each named for what it was. */
let planted: Record<string, string>;
const RECIPIENT = newEmail('canary-recipient');
/** Where everybody is. */
const NETWORK = '198.51.100.77';
const from = { 'x-forwarded-for': NETWORK };
/** Everything that sockets sent to browsers. */
const frames: string[] = [];

/** What colonels see of people: who a customer is, on the pages of customers. */
const shown: Readonly<Record<string, readonly string[]>> = {
  'Query.customer': ['address of a customer'],
  'Query.customers': ['address of a customer', 'address of a colonel'],
  'Query.accountStatistics': ['address of a customer', 'address of a colonel'],
};

beforeAll(async () => {
  system = running.use(
    await startSystem({
      env: { ONCEOVER_INCOMING_RECIPIENT: 'desk@example.com', ONCEOVER_TRUSTED_PROXIES: '127.0.0.1' },
    }),
  );
  const people = new People(system);
  owner = await people.paidCustomer({ email: newEmail('canary-owner') });
  colonel = await people.colonel({ secondFactor: true });
  ({ id: customerId } = (await owner.browser.graph('{ viewer { id } }')).json.data.viewer);
  await listen(owner, 'subscription { secretActivity { seq at kind secret { shortkey state } customer { id } } }');
  await listen(colonel, `subscription { colonelPulse ${everythingOf('colonelPulse')} }`);
  planted = await lives();
  await eventually(async () => {
    const { text } = await colonel.browser.post('/colonel/audit/export');
    for (const action of ['secret.received', 'secret.burned', 'incoming.submitted']) expect(text).toContain(action);
  });
}, 120_000);
afterAll(() => running.disposeAsync());

async function listen({ browser }: Person, query: string): Promise<void> {
  await browser.graph('{ plans { id } }');
  const { url, cookie = '', shrimp } = browser;
  const live = running.use(await LiveSocket.connect(url, { origin: url, cookie }, { shrimp }));
  live.socket.on('message', (text) => frames.push(String(text)));
  live.subscribe('1', query);
}

const canary = (name: string) => `canary-${name}-${crypto.randomUUID().replaceAll('-', '')}`;

/** What an owner and visitors do with secrets, emails, labels, tickets, domains and feedback. */
async function lives(): Promise<Record<string, string>> {
  const entered = {
    text: canary('text'),
    passphrase: canary('passphrase'),
    'wrong passphrase': canary('wrong'),
    label: canary('label'),
    'text of a ticket': canary('ticket'),
  };
  const keys = await livesOfSecrets(entered.text, entered.passphrase, entered['wrong passphrase']);
  await done(owner.browser.post('/api/v2/account/domains/add', { domain: 'once.acme-canary.com' }, from));
  await done(owner.browser.post('/api/v2/feedback', { msg: 'I like the plums' }, from));
  await done(post(system.url, '/api/v2/incoming', { secret: entered['text of a ticket'], ticketno: 'AB123' }, from));
  const { json } = await owner.browser.get('/api/v2/private/recent');
  const labelled = await owner.browser.graph(
    'mutation ($key: String!, $label: String!) { labelSecret(input: { key: $key, label: $label }) { __typename } }',
    { key: json.records[0].key, label: entered.label },
  );
  expect(labelled.json.data.labelSecret.__typename).toBe('LabeledSecret');
  return {
    ...entered,
    ...keys,
    'address of a recipient': RECIPIENT,
    'address of a customer': owner.email,
    'address of a colonel': colonel.email,
    password: PASSWORD,
    network: NETWORK,
  };
}

/** Opened, asked for again, tried in vain, burned and emailed, of an owner and of a visitor: their keys. */
async function livesOfSecrets(secret: string, passphrase: string, wrong: string): Promise<Record<string, string>> {
  const { browser } = owner;
  const visitor = new People(system).visitor();
  const act = (path: string, said: string) => post(system.url, path, { continue: 'true', passphrase: said }, from);
  const create = async (by: Browser, more: Readonly<Record<string, string>> = {}) =>
    (await done(by.post('/api/v2/secret/conceal', { secret, passphrase, ...more }, from))).json.record;
  const opened = await create(browser, { 'recipient[]': RECIPIENT, people_only: 'false' });
  const [anonymous, burned, tried] = [await create(visitor), await create(visitor), await create(browser)];
  await act(`/api/v2/secret/${tried.secret.key}`, wrong);
  for (const record of [opened, anonymous]) {
    await done(act(`/api/v2/secret/${record.secret.key}`, passphrase));
    await act(`/api/v2/secret/${record.secret.key}`, passphrase);
  }
  await done(act(`/api/v2/private/${burned.metadata.key}/burn`, passphrase));
  const all = [opened, anonymous, burned, tried].flatMap((record, at) => [
    [`secret key ${at}`, record.secret.key],
    [`metadata key ${at}`, record.metadata.key],
  ]);
  return Object.fromEntries(all);
}

async function done(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering;
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer;
}

const found = (text: string) =>
  Object.entries(planted)
    .filter(([, value]) => text.includes(value) || text.includes(encodeURIComponent(value)))
    .map(([name]) => name);

const colonelQueries = Object.entries(graphRows).filter(
  ([name, { access }]) => name.startsWith('Query.') && access === 'colonel',
);

test.each(colonelQueries)('%s shows colonels nothing of what people entered', async (name, { query }) => {
  const root = name.slice('Query.'.length);
  const asked = typeof query === 'function' ? query({ customerId } as Belongings) : query;
  const { json, text } = await allowed(root, asked.replace('(first: 1)', ''));
  expect(json.errors).toBeUndefined();
  expect(json.data[root]).not.toBeNull();
  expect(found(text)).toEqual(shown[name] ?? []);
});

/** All that a colonel gets: what only the customer may see is left out after it was refused. */
async function allowed(root: string, asked: string): Promise<Answer> {
  const without: string[] = [];
  for (;;) {
    const all = asked.replace('{ __typename }', everythingOf(root, without));
    const answer = await colonel.browser.graph(`{ ${all} }`);
    const errors: readonly { path?: string[]; extensions: { code: string } }[] = answer.json.errors ?? [];
    const refused = errors.filter(
      ({ path = [], extensions }) => path.length > 1 && extensions.code === 'NOT_AUTHORIZED',
    );
    if (refused.length === 0 || refused.length < errors.length) return answer;
    without.push(...refused.map(({ path }) => String(path?.at(-1))));
  }
}

test('the search finds what a query does show', async () => {
  const { text } = await owner.browser.graph('{ viewer { custid } }');
  expect(found(text)).toEqual(['address of a customer']);
});

test('exports of the trail have nothing of what people entered', async () => {
  for (const format of ['csv', 'ndjson']) {
    for (const [{ browser }, path] of [
      [colonel, '/colonel/audit/export'],
      [owner, '/account/trail/export'],
    ] as const) {
      const { status, text } = await browser.post(path, { format });
      expect(status).toBe(200);
      expect(text).toContain('secret.received');
      expect(found(text)).toEqual([]);
    }
  }
});

test('streams tell what happened, and nothing of what people entered', async () => {
  await expect.poll(() => frames.join('\n')).toContain('OPENED');
  expect(frames.join('\n')).toContain('colonelPulse');
  expect(found(frames.join('\n'))).toEqual([]);
});
