import { answering } from '@onceover/service-kit/internal-call';
import type { Logger } from '@onceover/service-kit/logging';
import { eventually } from '@onceover/testing/eventually';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ServiceServer, serveService } from './serve-service.ts';
import { createSigner } from './signature.ts';
import { asker, calls, connect, key, serve } from './test-support/neighbours.ts';
import { rawRequest } from './test-support/raw-request.ts';

const shapes = { input: z.object({ value: z.int() }), output: z.object({ value: z.int() }) };
const double = { name: 'sums.double', askers: [asker], whenLost: 'repeat', ...shapes } as const;
const halve = { name: 'sums.halve', askers: ['somebody-else'], whenLost: 'repeat', ...shapes } as const;

let now: number;
let lines: { readonly [field: string]: unknown }[];
let server: ServiceServer<unknown>;
let stack: AsyncDisposableStack;
let answered: number;

beforeEach(async () => {
  [now, lines, answered] = [Date.now(), [], 0];
  stack = new AsyncDisposableStack();
  const noted = (level: string) => (fields: object, message: string) => lines.push({ level, message, ...fields });
  const log = { info: noted('info'), warn: noted('warn'), error: noted('error') } as unknown as Logger;
  server = stack.use(await serve('sums', { log, now: () => now }));
  stack.use(server.answer(calls(...handlers)));
  now += 1_000;
});
afterEach(() => stack.disposeAsync());

const handlers = [
  answering(double, async ({ value }) => {
    answered += 1;
    return { value: value * 2 };
  }),
  answering(halve, async ({ value }) => ({ value: value / 2 })),
];

const body = JSON.stringify([{ kind: 'call', name: 'sums.double', input: { value: 21 } }]);
const signed = (change: { caller?: string; called?: string; key?: Buffer; at?: number; body?: string } = {}) => {
  const sign = createSigner(change.caller ?? asker, change.called ?? 'sums', change.key ?? key, () => change.at ?? now);
  return sign('POST', '/batch', change.body ?? body);
};

test('a signed question is answered, on a line of its own', async () => {
  const answer = await rawRequest(server.url, { authorization: signed(), body });
  expect(answer).toMatchObject({ status: 200, text: '[0,{"kind":"answer","value":{"value":42}}]\n' });
});

describe('a request that nobody vouches for is refused, and the log says why', () => {
  const refused: [string, () => string | undefined, RegExp][] = [
    ['without a signature', () => undefined, /are signed/],
    ['with a signature in another form', () => 'Bearer x', /are signed/],
    ['signed for another service', () => signed({ called: 'shelves' }), /another service/],
    ['signed by a service without a key', () => signed({ caller: 'stranger' }), /no key/],
    ['signed with another key', () => signed({ key: Buffer.alloc(32, 8) }), /not signed with the key/],
    ['signed too long ago', () => signed({ at: now - 60_001 }), /60 seconds/],
    ['signed by a clock that is ahead', () => signed({ at: now + 60_001 }), /60 seconds/],
    ['signed before this process started', () => signed({ at: now - 2_000 }), /before this process started/],
    ['signed with another body', () => signed({ body: '[]' }), /not the one that was signed/],
  ];
  test.each(refused)('%s', async (_name, authorization, sentence) => {
    const header = authorization();
    const answer = await rawRequest(server.url, { body, ...(header !== undefined && { authorization: header }) });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(sentence) });
    expect(answered).toBe(0);
    const [line] = lines;
    expect(line).toMatchObject({ level: 'warn', cause: expect.stringMatching(sentence) });
    expect(JSON.stringify(lines)).not.toContain('stranger');
  });

  test('sent a second time', async () => {
    const authorization = signed();
    expect((await rawRequest(server.url, { authorization, body })).status).toBe(200);
    now += 59_000;
    expect(await rawRequest(server.url, { authorization, body })).toMatchObject({
      status: 401,
      text: expect.stringContaining('sent before'),
    });
    now += 2_000;
    expect(await rawRequest(server.url, { authorization, body })).toMatchObject({
      status: 401,
      text: expect.stringContaining('60 seconds'),
    });
    expect(answered).toBe(1);
    expect(lines.map(({ caller }) => caller)).toEqual([asker, asker]);
  });

  test('signed for another path or method', async () => {
    const authorization = createSigner(asker, 'sums', key, () => now)('PUT', '/batch', body);
    expect((await rawRequest(server.url, { authorization, body })).status).toBe(401);
  });

  test('again and again: the log says it once', async () => {
    for (let times = 0; times < 3; times += 1) await rawRequest(server.url, { body });
    expect(lines).toHaveLength(1);
  });
});

test('while keys are replaced, both are good; afterwards only one is', async () => {
  const next = Buffer.alloc(32, 8);
  const asked = async (url: string, signing: Buffer) => {
    const authorization = createSigner(asker, 'sums', signing)('POST', '/batch', body);
    return (await rawRequest(url, { authorization, body })).status;
  };
  for (const [keys, statuses] of [
    [[key], [200, 401]],
    [
      [key, next],
      [200, 200],
    ],
    [[next], [401, 200]],
  ] as const) {
    await using own = await serve('sums', { keysOf: () => keys });
    await using _ = own.answer(calls(...handlers));
    expect([await asked(own.url, key), await asked(own.url, next)]).toEqual(statuses);
  }
});

test('what is not the caller’s to ask is refused, and with it the whole request', async () => {
  const both = JSON.stringify([...JSON.parse(body), { kind: 'call', name: 'sums.halve', input: { value: 2 } }]);
  const answer = await rawRequest(server.url, { authorization: signed({ body: both }), body: both });
  expect(answer).toMatchObject({ status: 403, text: '{"message":"The service asker may not ask sums.halve."}' });
  expect(answered).toBe(0);
});

test('operations of the graph are the edge’s alone to ask', async () => {
  await using own = await serve('sums', { graphAskers: ['the-edge'] });
  await using _ = own.answer(calls());
  const asked = JSON.stringify([{ kind: 'operation', isPrepared: true, text: '{ a }', variables: {}, caller: {} }]);
  const authorization = createSigner(asker, 'sums', key)('POST', '/batch', asked);
  expect((await rawRequest(own.url, { authorization, body: asked })).status).toBe(403);
});

test.each([
  ['no JSON', 'x'],
  ['no list', '{}'],
  ['no question', '[]'],
  ['more than 64 questions', JSON.stringify(Array.from({ length: 65 }, () => JSON.parse(body)[0]))],
  ['a question of no kind', '[{"kind":"wish"}]'],
])('a body with %s is refused', async (_name, sent) => {
  expect(await rawRequest(server.url, { authorization: signed({ body: sent }), body: sent })).toMatchObject({
    status: 400,
    text: expect.stringContaining('1 to 64 questions'),
  });
});

test('a body that is too large is refused before it is read', async () => {
  const length = 16 * 1024 * 1024 + 1;
  expect(await rawRequest(server.url, { authorization: signed(), length })).toMatchObject({
    status: 413,
    headers: { connection: 'close' },
  });
});

test('another path or method is nothing', async () => {
  expect((await rawRequest(server.url, { method: 'GET' })).status).toBe(404);
  expect((await rawRequest(server.url, { path: '/elsewhere' })).status).toBe(404);
});

test('whoever watches over processes hears whether it lives and is ready', async () => {
  await using own = await serve('sums');
  const get = (path: string) => rawRequest(own.url, { method: 'GET', path });
  expect((await get('/health/live')).status).toBe(200);
  expect(await get('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('not started') });
  let state: { isReady: boolean; reason?: string } = { isReady: true };
  await using _ = own.answer({ internal: [], ready: async () => state });
  expect((await get('/health/ready')).status).toBe(200);
  state = { isReady: false, reason: 'the shelf is gone' };
  expect(await get('/health/ready')).toMatchObject({ status: 503, text: expect.stringContaining('the shelf is gone') });
});

test('a fault is logged with its cause, and travels without', async () => {
  const broken = answering(double, () => Promise.reject(new TypeError('a detail')));
  const own = stack.use(
    await serve('sums', { log: { error: (fields: object) => lines.push({ ...fields }) } as unknown as Logger }),
  );
  stack.use(own.answer(calls(broken)));
  const authorization = createSigner(asker, 'sums', key)('POST', '/batch', body);
  const { text } = await rawRequest(own.url, { authorization, body });
  expect(text).toBe('[0,{"kind":"fault"}]\n');
  expect(lines).toEqual([{ asked: 'sums.double', err: expect.any(TypeError) }]);
});

test('draining finishes what is in hand and what still comes, and after half a second accepts no one new', async () => {
  const started = Promise.withResolvers<void>();
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
  const slow = answering(double, async ({ value }) => {
    started.resolve();
    await goOn;
    return { value };
  });
  await using own = await serve('sums');
  const answering_ = own.answer(calls(slow));
  using connection = connect('sums', [own.url]);
  const asked = connection.ask(double, { value: 1 });
  await started.promise;
  const drained = answering_[Symbol.asyncDispose]();
  using newcomer = connect('sums', [own.url]);
  const late = newcomer.ask(double, { value: 2 });
  await eventually(async () => {
    using another = connect('sums', [own.url], { deadlineMs: 100 });
    await expect(another.ask(double, { value: 3 })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('ECONNREFUSED') },
    });
  });
  letGoOn();
  expect(await late).toEqual({ value: 2 });
  expect(await asked).toEqual({ value: 1 });
  await drained;
});

test('a place that is taken is an error of the system', async () => {
  const taken = serveService({
    name: 'sums',
    host: '127.0.0.1',
    port: server.port,
    keysOf: () => [key],
    graphAskers: [],
    readCaller: (value) => value,
    log: {} as Logger,
  });
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
