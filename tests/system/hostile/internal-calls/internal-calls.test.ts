import { randomBytes } from 'node:crypto';
import {
  askersOf,
  graphAsker,
  internalCalls,
  neighboursOf,
  type ServiceName,
  serviceNames,
} from '@onceover/schema/internal/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SplitProcess } from '../../../support/spawn-split.ts';
import { type AttackedSplit, startAttackedSplit } from '../support/attacked-split.ts';
import { volume } from '../support/volume.ts';
import { type Batch, keyOf, type Signing, send, signed } from './sign.ts';

let attacked: AttackedSplit;
let split: AttackedSplit['split'];
let nina: AttackedSplit['nina'];
let accountRef: AttackedSplit['accountRef'];
let peer: AttackedSplit['peer'];

beforeAll(async () => {
  attacked = await startAttackedSplit('internal-calls', 'secrets');
  ({ split, nina, accountRef, peer } = attacked);
});
afterAll(() => attacked[Symbol.asyncDispose]());

const processOf = (name: ServiceName): SplitProcess => split.of(name)[0] ?? expect.fail(`there is no ${name}`);
const call = (name: string, input: unknown = {}) => JSON.stringify([{ kind: 'call', name, input }]);
const anonymous = {
  kind: 'anonymous',
  requestId: 'a',
  network: '192.0.2.0',
  origin: { surface: 'graphql' },
};
const operation = (text: string, variables: object = {}, caller: unknown = anonymous) =>
  JSON.stringify([{ kind: 'operation', isPrepared: false, text, variables, caller }]);

/** As the gateway, to secrets, with its true key, unless something is said to be otherwise. */
function asGateway(body: string, change: Partial<Signing> = {}): Batch {
  const called = change.called ?? 'secrets';
  return {
    body,
    authorization: signed({ caller: 'gateway', called, key: keyOf(split, 'gateway', 'secrets'), body, ...change }),
  };
}
/** What a gateway may ask; it fails, because it names no secret. */
const theirs = call('secrets.findWatchedSecret');

test('whoever is nobody, or a minute late, is refused before anything is read', async () => {
  const key = keyOf(split, 'gateway', 'secrets');
  const once = asGateway(theirs);
  expect(await send(processOf('secrets'), once)).toEqual({ status: 200, text: '[0,{"kind":"fault"}]\n' });
  const wrong: readonly (() => Batch)[] = [
    () => ({ body: theirs }),
    () => ({ body: theirs, authorization: 'Bearer x' }),
    () => ({ body: theirs, authorization: `${once.authorization}x` }),
    () => ({ body: theirs, authorization: once.authorization?.replace('gateway', 'audit') ?? '' }),
    () => ({ body: theirs, authorization: 'HMAC-SHA-256 '.repeat(900) }),
    () => once, // again
    () => asGateway(theirs, { at: Date.now() - 61_000 }),
    () => asGateway(theirs, { at: Date.now() + 61_000 }),
    () => asGateway(theirs, { key: randomBytes(32) }),
    () => asGateway(theirs, { key: keyOf(split, 'gateway', 'accounts') }),
    () => asGateway(theirs, { caller: 'accounts' }),
    () => asGateway(theirs, { called: 'accounts', key: keyOf(split, 'gateway', 'accounts') }),
    () => asGateway(theirs, { caller: 'constructor' }),
    () => asGateway(theirs, { path: '/health/live', method: 'GET' }),
    () => ({ ...asGateway(theirs), body: call('secrets.logEvents') }),
    () => asGateway(theirs, { key: key.subarray(0, 16) }),
  ];
  const statuses = new Set<number>();
  await peer.attack('nobody', async () => {
    const times = volume(1_600);
    await inTurns(times, async (number) => {
      const { status, text } = await send(processOf('secrets'), (wrong[number % wrong.length] ?? (() => once))());
      statuses.add(status);
      expect([number % wrong.length, JSON.parse(text)]).toEqual([
        number % wrong.length,
        { message: expect.any(String) },
      ]);
    });
    return times;
  });
  expect(statuses).toEqual(new Set([401]));
});

async function inTurns(times: number, work: (number: number) => Promise<void>, atOnce = 8): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < times) await work(next++);
    }),
  );
}

/** Every service with its true key, asking what is not its own to ask; in a batch with what is. */
function notTheirs() {
  return serviceNames.flatMap((called) =>
    serviceNames
      .filter(
        (caller) => caller !== called && (neighboursOf(caller).includes(called) || askersOf(caller).includes(called)),
      )
      .flatMap((caller) => {
        const answered = internalCalls.filter(({ name }) => name.startsWith(`${called}.`));
        const isTheirs = ({ askers }: { readonly askers: readonly string[] }) => askers.includes(caller);
        const asked = answered.filter((each) => !isTheirs(each)).map(({ name }) => call(name));
        const operations =
          caller === graphAsker ? [] : [operation('{ viewer { id custid } }'), operation('{ _service { sdl } }')];
        return [...asked, ...operations].map((body) => ({ caller, called, body }));
      }),
  );
}

test('no service asks what is another one’s to ask, and the graph is the gateway’s alone', async () => {
  const asked = notTheirs();
  expect(asked.length).toBeGreaterThan(100);
  const odd: string[] = [];
  await peer.attack('other roles', async () => {
    const times = volume(4 * asked.length);
    await inTurns(times, async (number) => {
      const each = asked[number % asked.length] ?? expect.fail();
      const { caller, called, body } = each;
      const authorization = signed({ caller, called, body, key: keyOf(split, caller, called) });
      const { status, text } = await send(processOf(called), { body, authorization });
      // Two that never ask one another share no key that counts.
      if (![403, 401].includes(status) || text.includes('"kind"'))
        odd.push(`${caller} ${called} ${body.slice(0, 80)}: ${status}`);
    });
    return times;
  });
  expect(odd).toEqual([]);
});

const bodies: readonly (readonly [string, string])[] = [
  ['no list', '{}'],
  ['nothing', '[]'],
  ['too much', `[${Array.from({ length: 65 }, () => theirs.slice(1, -1)).join()}]`],
  ['lists in lists', '['.repeat(200_000)],
  ['a name too long', call('secrets.'.repeat(100))],
  ['no name', '[{"kind":"call","input":{}}]'],
  ['a kind that is none', '[{"kind":"__proto__"}]'],
  ['half of it', theirs.slice(0, -2)],
];
/** Nobody may ask them: they are no calls. */
const noCalls = [
  'constructor',
  '__proto__',
  'toString',
  'secrets.',
  'secrets.__proto__',
  'accounts.signIn',
  'secrets.health\u0000',
  'SECRETS.HEALTH',
];

test('what is no question is none, whoever vouches for it, and what fails says no more than that', async () => {
  const secrets = processOf('secrets');
  const deep = `{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;
  await peer.attack('questions', async () => {
    for (const [name, body] of bodies) {
      expect([name, await send(secrets, asGateway(body))]).toEqual([
        name,
        { status: 400, text: expect.stringContaining('1 to 64 questions') },
      ]);
    }
    for (const name of noCalls)
      expect([name, (await send(secrets, asGateway(call(name)))).status]).toEqual([name, 403]);
    const faults = [
      ...internalCalls
        .filter(({ name, askers }) => name.startsWith('secrets.') && (askers as readonly string[]).includes('gateway'))
        .map(({ name }) => call(name, { __proto__: null, unknown: 'x' })),
      operation('{ viewer { '),
      operation('{ nothing }'),
      operation('query ($a: Deep) { __typename }', JSON.parse(deep)),
      operation('{ __typename }', {}, { kind: 'customer' }),
      operation('{ __typename }', {}, { ...anonymous, kind: 'colonel' }),
      operation('{ __typename }', {}, null),
    ];
    for (const body of faults) {
      const { status, text } = await send(secrets, asGateway(body));
      expect([body.slice(0, 100), status]).toEqual([body.slice(0, 100), 200]);
      expect(text).toMatch(/^\[0,\{"kind":"(?:fault|answer|not-authorized)"/);
      expect(text).not.toMatch(/node_modules|\.ts:\d|zod/i);
    }
    const large = asGateway(
      JSON.stringify([{ kind: 'call', name: 'secrets.health', input: 'x'.repeat(17 * 1024 * 1024) }]),
    );
    expect([413, 0]).toContain((await send(secrets, large)).status);
    return bodies.length + noCalls.length + faults.length + 1;
  });
});

test('an entity that is asked for by a made-up reference is nobody’s: who may know it decides the service, not who sends it', async () => {
  const asked = [
    [
      'accounts',
      '... on Customer { custid isVerified sessions { id } apiTokens { id } }',
      { __typename: 'Customer', id: accountRef },
    ],
    ['secrets', '... on Customer { recentSecrets { totalCount } }', { __typename: 'Customer', id: accountRef }],
    ['notifications', '... on Customer { emails { sent } }', { __typename: 'Customer', id: accountRef }],
    ['audit', '... on Customer { auditTrail { entries { action } } }', { __typename: 'Customer', id: accountRef }],
    ['secrets', '... on SecretActivity { seq }', { __typename: 'SecretActivity', seq: '1', about: 'forged' }],
    ['accounts', '... on Customer { custid }', { __typename: '__proto__', id: accountRef }],
    ['accounts', '... on Customer { custid }', { __typename: 'Customer', id: { toString: 'x' } }],
    ['accounts', '... on Customer { custid }', { __typename: 'Query', id: accountRef }],
  ] as const;
  const stranger = {
    ...anonymous,
    kind: 'customer',
    accountRef: crypto.randomUUID(),
    custid: 'stranger@example.com',
    planId: 'basic',
    role: 'customer',
    hasSecondFactor: false,
    credential: { kind: 'session', ref: 'x' },
  };
  await peer.attack('entities', async () => {
    for (const [called, selection, representation] of asked) {
      for (const caller of [anonymous, stranger]) {
        const body = operation(
          `query ($all: [_Any!]!) { _entities(representations: $all) { __typename ${selection} } }`,
          { all: [representation] },
          caller,
        );
        const authorization = signed({ caller: 'gateway', called, body, key: keyOf(split, 'gateway', called) });
        const { status, text } = await send(processOf(called), { body, authorization });
        expect([called, selection, status]).toEqual([called, selection, 200]);
        for (const known of [nina.email, 'isVerified":true', 'account.', '"sent"', 'totalCount'])
          expect(text).not.toContain(known);
      }
    }
    return 2 * asked.length;
  });
  for (const document of [
    '{ _service { sdl } }',
    `{ _entities(representations: [{ __typename: "Customer", id: "${accountRef}" }]) { __typename } }`,
  ]) {
    const { json } = await nina.browser.graph(document);
    expect(json.data ?? null).toBeNull();
    expect(json.errors?.length).toBeGreaterThan(0);
  }
});
