import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { closedAddresses } from '@onceover/testing/addresses';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../support/browser.ts';
import { concealAs } from '../../../support/customer-secrets.ts';
import type { Person } from '../../../support/people.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { volume } from '../support/volume.ts';
import { behaviours, CANARY, type Receiver } from './behaviours.ts';

const stack = new AsyncDisposableStack();
let program: AttackedProgram<{ readonly people: readonly Person[]; readonly database: pg.ClientConfig }>;
let people: readonly Person[];
let receivers: Worker;
let ports: Readonly<Record<string, number>>;

beforeAll(async () => {
  receivers = stack.adopt(new Worker(new URL('./receivers.ts', import.meta.url)), (worker) => void worker.terminate());
  [ports] = (await once(receivers, 'message')) as [Record<string, number>];
  program = stack.use(
    await startAttacked('partners-addresses', {
      env: { ONCEOVER_WEBHOOK_ALLOWED_HOSTS: 'http://127.0.0.1' },
      prepare: async (everybody, { database }) => ({
        people: [await everybody.paidCustomer(), await everybody.paidCustomer()],
        database,
      }),
    }),
  );
  people = program.cast.people.map((person) => ({ ...person, browser: person.browser.copy(program.url) }));
});
afterAll(() => stack.disposeAsync());

const add = async (browser: Browser, url: string) => {
  const { json } = await browser.graph(
    'mutation ($url: String!) { addWebhook(input: { url: $url }) { ... on WebhookSecret { webhook { id } } ... on Refusal { code } } }',
    { url },
  );
  return json.data?.addWebhook ?? json.errors?.[0]?.extensions;
};
const person = (number: number) => people[number % people.length] ?? expect.fail('nobody is there');

/** The one that is allowed here, in its other spellings too. */
const isAllowed = (address: string) =>
  /^(?:0:0:0:0:0:|::)(?:ffff:)(?:127\.0\.0\.1|7f00:1)$|^127\.0\.0\.1$/.test(address);

/** Spellings of addresses on our side, addresses that say more than where, and what is none. */
const spellings: readonly string[] = [
  ...[
    'https://localhost',
    'https://postgres',
    'https://metadata.google.internal',
    'https://a.localhost.',
    'https://a.local',
  ],
  ...['https://2130706434', 'https://0x7f.2', 'https://0177.0.0.2', 'https://127.2', 'https://0', 'https://1２7.0.0.2'],
  ...['https://%31%32%37.0.0.2', 'https://127。0。0。2', 'https://0xa9fea9fe', 'https://169.254.43518'],
  ...[
    'https://[::ffff:127.0.0.2]',
    'https://[::ffff:a9fe:a9fe]',
    'https://[64:ff9b::7f00:2]',
    'https://[fe80::1%25eth0]',
  ],
  ...[
    'http://hooks.acme.example',
    'ftp://hooks.acme.example',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    'file:///etc/passwd',
  ],
  ...['https://me:pass@hooks.acme.example', 'https://hooks.acme.example@127.0.0.2', 'https://hooks.acme.example:99999'],
  ...[
    'https://hooks.acme.example/#@127.0.0.2',
    'https://127.0.0.2\\.acme.example',
    'https://127.0.0.2:443\\@acme.example',
  ],
  ...['https://a b.example', 'https://a.example,127.0.0.2', `https://${'a.'.repeat(200)}example`, 'https://a..example'],
  ...[`https://acme.example/${'a'.repeat(2_000)}`, 'javascript:alert(1)', '//127.0.0.2', 'https:127.0.0.2', ' '],
  ...['http://127.0.0.2', 'http://localhost', 'http://[::1]', 'http://127.0.0.2@127.0.0.1', 'http://me@127.0.0.1'],
  ...closedAddresses
    .filter((address) => !isAllowed(address))
    .map((address) => `https://${address.includes(':') ? `[${address}]` : address}/`),
];

test('no spelling of an address on our side becomes a webhook, and nothing of it is kept', async () => {
  const { browser } = person(0);
  const wrong: string[] = [];
  await program.attack('addresses', async () => {
    const asked = Array.from(
      { length: volume(spellings.length) },
      (_, number) => spellings[number % spellings.length] ?? '',
    );
    for (const url of asked) {
      const answer = await add(browser, url);
      if (answer.code !== 'webhook.invalid-address') wrong.push(`${url.slice(0, 100)}: ${JSON.stringify(answer)}`);
    }
    return asked.length;
  });
  expect(wrong).toEqual([]);
  const { json } = await browser.graph('{ webhooks(of: ACCOUNT) { nodes { url } } }');
  expect(json.data.webhooks.nodes).toEqual([]);
});

/** Hostile receivers, at most ten for each of the two. */
const names = Object.keys(behaviours) as Receiver[];
const at = (name: Receiver) => `http://127.0.0.1:${ports[name]}/in`;

interface Shown {
  readonly url: string;
  readonly state: string;
  readonly deliveries: {
    readonly nodes: readonly {
      readonly state: string;
      readonly attempts: readonly { readonly status: number | null; readonly problem: string | null }[];
    }[];
  };
}

async function shown({ browser }: Person): Promise<readonly Shown[]> {
  const list = '{ webhooks(of: ACCOUNT) { nodes { id } } }';
  const ids = (await browser.graph(list)).json.data.webhooks.nodes as { id: string }[];
  const one =
    'query ($id: ID!) { webhook(id: $id) { url state deliveries(first: 50) { nodes { state attempts { status problem } } } } }';
  return await Promise.all(ids.map(async ({ id }) => (await browser.graph(one, { id })).json.data.webhook));
}

const attemptsOf = ({ deliveries }: Shown) => deliveries.nodes.flatMap(({ attempts }) => attempts);

test('whatever a receiver answers, nobody else waits, and nothing is kept of it but a status and a word of ours', async () => {
  for (const [number, name] of names.entries()) {
    expect(await add(person(number).browser, at(name))).toMatchObject({ webhook: { id: expect.any(String) } });
  }
  const events = volume(3);
  const judged = names.filter((name) => behaviours[name] !== null);
  const all = async () => (await Promise.all(people.map(shown))).flat();
  await program.attack('receivers', async () => {
    for (let count = 0; count < events; count += 1) for (const each of people) await concealAs(each, `event ${count}`);
    await eventually(
      async () => {
        const tried = new Map((await all()).map((each) => [each.url, attemptsOf(each).length]));
        for (const name of judged) expect([name, tried.get(at(name))]).toEqual([name, events]);
      },
      { withinMs: 120_000, everyMs: 250 },
    );
    return events * judged.length;
  });
  const recorded = await all();
  for (const name of judged) {
    const webhook = recorded.find(({ url }) => url === at(name)) ?? expect.fail(name);
    for (const attempt of attemptsOf(webhook)) expect([name, attempt]).toEqual([name, behaviours[name]]);
    expect([name, webhook.state]).toEqual([name, 'ACTIVE']);
  }
  await expectNothingKept();
  receivers.postMessage('visits');
  expect(await once(receivers, 'message')).toEqual([0]);
});

/** Neither the database nor the log has a word of what receivers said. */
async function expectNothingKept(): Promise<void> {
  const database = new pg.Client(program.cast.database);
  await database.connect();
  try {
    for (const table of ['webhook', 'webhook_delivery', 'webhook_attempt', 'events']) {
      const { rows } = await database.query<{ text: string }>(`select t::text as text from notifications.${table} t`);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ text }) => text.includes(CANARY))).toEqual([]);
    }
  } finally {
    await database.end();
  }
  expect(program.output).not.toContain(CANARY);
}
