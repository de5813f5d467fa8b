import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inProcessSubgraph, type Subgraph } from '@onceover/graphql-kit/subgraph';
import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { answering, createInternalCalls, type WhenLost } from '@onceover/service-kit/internal-call';
import type { Logger } from '@onceover/service-kit/logging';
import { eventually } from '@onceover/testing/eventually';
import { type TestCertificate, testCertificate } from '@onceover/testing/test-certificate';
import { parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { askEverywhere } from './connect-service.ts';
import { asker, calls, connect, isReady, log, serve } from './test-support/neighbours.ts';

const shapes = { input: z.object({ value: z.int() }), output: z.object({ value: z.int() }) };
const callThat = (whenLost: WhenLost) => ({ name: 'sums.double', askers: [asker], whenLost, ...shapes }) as const;
const double = callThat('unknown');
const doubling = answering(double, async ({ value }) => ({ value: value * 2 }));

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

/** A server that a test answers for by itself. */
async function playing(play: (body: string, response: ServerResponse, server: Server) => void): Promise<string> {
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => play(body, response, server));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const linesFor = (body: string) =>
  (JSON.parse(body) as { input: { value: number } }[]).map(
    ({ input: { value } }, at) => `${JSON.stringify([at, { kind: 'answer', value: { value: value * 2 } }])}\n`,
  );

test('what is asked in one turn goes together, and what is asked meanwhile goes with the next, at most 64', async () => {
  const sizes: number[] = [];
  const held: (() => void)[] = [];
  const url = await playing((body, response) => {
    const lines = linesFor(body);
    sizes.push(lines.length);
    held.push(() => response.end(lines.join('')));
  });
  const connection = stack.use(connect('sums', [url]));
  const ask = (values: readonly number[]) => Promise.all(values.map((value) => connection.ask(double, { value })));
  const first = ask([1, 2, 3]);
  await eventually(() => expect(sizes).toEqual([3]));
  const second = ask([4]);
  await eventually(() => expect(sizes).toEqual([3, 1]));
  // Two are on their way, so these wait.
  const rest = ask(Array.from({ length: 100 }, (_, value) => value));
  await new Promise((turned) => setTimeout(turned, 50));
  expect(sizes).toEqual([3, 1]);
  for (const answer of held.splice(0)) answer();
  expect(await first).toEqual([{ value: 2 }, { value: 4 }, { value: 6 }]);
  expect(await second).toEqual([{ value: 8 }]);
  await eventually(() => expect(sizes).toEqual([3, 1, 64, 36]));
  for (const answer of held.splice(0)) answer();
  expect((await rest).at(-1)).toEqual({ value: 198 });
});

test('what is quick does not wait for what is slow, not even when all that may be on its way is slow', async () => {
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
  const server = stack.use(await serve('sums'));
  const sometimesSlow = answering(double, async ({ value }) => {
    if (value < 20) await goOn;
    return { value };
  });
  stack.use(server.answer(calls(sometimesSlow)));
  const connection = stack.use(connect('sums', [server.url]));
  const slow: Promise<unknown>[] = [];
  for (let value = 0; value < 20; value += 1) {
    slow.push(connection.ask(double, { value }));
    expect(await connection.ask(double, { value: 20 + value })).toEqual({ value: 20 + value });
  }
  letGoOn();
  expect(await Promise.all(slow)).toHaveLength(20);
});

test('a service that is not up is an outage; once it is up it is known, and again after a restart', async () => {
  const said: object[] = [];
  const noted = (fields: object, message: string) => void said.push({ message, ...fields });
  const down = await serve('sums');
  const { url, port } = down;
  await down[Symbol.asyncDispose]();
  const connection = stack.use(connect('sums', [url], { log: { warn: noted, info: noted } as unknown as Logger }));
  for (let times = 0; times < 3; times += 1) {
    const outage = await connection.ask(double, { value: 1 }).catch((error: unknown) => error);
    expect(outage).toMatchObject({ dependency: 'sums', cause: { cause: { code: 'ECONNREFUSED' } } });
    expect(outage).not.toBeInstanceOf(OutcomeUnknownError);
  }
  for (let starts = 0; starts < 2; starts += 1) {
    await using server = await serve('sums', { port });
    await expect(connection.ask(double, { value: 1 })).rejects.toThrow(OutageError);
    await using _ = server.answer(calls(doubling));
    expect(await connection.ask(double, { value: 4 })).toEqual({ value: 8 });
  }
  const isRefused = (line: object) =>
    'reason' in line && line.reason === `nothing listens at 127.0.0.1:${port} (ECONNREFUSED)`;
  expect(said.filter(isRefused)).toHaveLength(1);
  expect(
    said.filter((line) => 'message' in line && line.message === 'another service can be asked again'),
  ).not.toHaveLength(0);
});

test.each([
  ['unknown', OutcomeUnknownError, 1],
  ['outage', OutageError, 1],
  ['repeat', OutageError, 2],
] as const)('an answer that is lost on its way, of a call that says %s', async (whenLost, kind, times) => {
  let asked = 0;
  const url = await playing((_body, response) => {
    asked += 1;
    response.destroy();
  });
  const connection = stack.use(connect('sums', [url]));
  const error = await connection.ask(callThat(whenLost), { value: 1 }).catch((thrown: unknown) => thrown);
  expect((error as Error).constructor).toBe(kind);
  expect(error).toMatchObject({ dependency: 'sums' });
  expect(asked).toBe(times);
});

test('what was answered before the connection was lost stands, and only what is open is asked again', async () => {
  const asked: string[] = [];
  const url = await playing((body, response) => {
    asked.push(body);
    const [first = ''] = linesFor(body);
    if (asked.length > 1) return void response.end(first);
    response.write(first, () => setTimeout(() => response.destroy(), 20));
  });
  const connection = stack.use(connect('sums', [url]));
  const repeatable = callThat('repeat');
  const answers = await Promise.all([1, 2].map((value) => connection.ask(repeatable, { value })));
  expect(answers).toEqual([{ value: 2 }, { value: 4 }]);
  expect(asked.map((body) => JSON.parse(body).length)).toEqual([2, 1]);
});

test.each([
  ['unknown', OutcomeUnknownError],
  ['repeat', OutageError],
] as const)('an answer that comes too late, of a call that says %s', async (whenLost, kind) => {
  const url = await playing((_body, response) => void response.flushHeaders());
  const connection = stack.use(connect('sums', [url], { deadlineMs: 200 }));
  const error = await connection.ask(callThat(whenLost), { value: 1 }).catch((thrown: unknown) => thrown);
  expect((error as Error).constructor).toBe(kind);
});

test.each([200, 502])('an answer %s that cannot be read is lost, and nothing of it reaches the log', async (status) => {
  const url = await playing((_body, response) => void response.writeHead(status).end('[0,{"kind":"canary"\n'));
  const lines: unknown[] = [];
  const noted = (fields: { reason: string }) => void lines.push(fields.reason);
  const connection = stack.use(connect('sums', [url], { log: { warn: noted, info: noted } as unknown as Logger }));
  const error = (await connection.ask(double, { value: 1 }).catch((thrown: unknown) => thrown)) as Error;
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(lines[0]).toContain('cannot be read');
  expect([lines, error.message, String(error.cause)].join()).not.toContain('canary');
});

test('a service that believes nobody is an outage, and one that refuses a question is a fault', async () => {
  const server = stack.use(await serve('sums'));
  stack.use(server.answer(calls(doubling)));
  const impostor = stack.use(connect('sums', [server.url], { key: Buffer.alloc(32, 9) }));
  await expect(impostor.ask(double, { value: 1 })).rejects.toMatchObject({
    dependency: 'sums',
    cause: { message: expect.stringContaining('not signed with the key') },
  });
  const connection = stack.use(connect('sums', [server.url]));
  const unknown = { ...double, name: 'sums.unknown' };
  await expect(connection.ask(unknown, { value: 1 })).rejects.toThrow('may not ask sums.unknown');
  await expect(connection.ask({ ...double, askers: ['others'] }, { value: 1 })).rejects.toThrow(
    'asker may not ask sums.double',
  );
});

test('of several processes one that is down is passed over, and asked again when it is up', async () => {
  const counts = [0, 0];
  const counting = (at: number) =>
    answering(double, async ({ value }) => {
      counts[at] = (counts[at] ?? 0) + 1;
      return { value };
    });
  const one = stack.use(await serve('sums'));
  stack.use(one.answer(calls(counting(0))));
  const gone = await serve('sums');
  await gone[Symbol.asyncDispose]();
  const connection = stack.use(connect('sums', [gone.url, one.url]));
  for (let value = 0; value < 20; value += 1) expect(await connection.ask(double, { value })).toEqual({ value });
  expect(counts).toEqual([20, 0]);
  const two = stack.use(await serve('sums', { port: gone.port }));
  stack.use(two.answer(calls(counting(1))));
  await eventually(
    async () => {
      await connection.ask(double, { value: 1 });
      expect(counts[1]).toBeGreaterThan(0);
    },
    { withinMs: 5_000 },
  );
});

test('of several processes that were down the one that has just failed is not asked again before the others', async () => {
  for (let times = 0; times < 6; times += 1) {
    const [first, second] = [await serve('sums'), await serve('sums')];
    const [one, other] = [first.url, second.url];
    using connection = connect('sums', [one, other]);
    await first[Symbol.asyncDispose]();
    const service = second.answer(calls(doubling));
    for (let value = 0; value < 4 + times; value += 1) await connection.ask(double, { value });
    // The first is back, and has been passed over for less than a second; now the second goes.
    await using back = await serve('sums', { port: first.port });
    await using _ = back.answer(calls(doubling));
    await service[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
    // More than may be on their way at once.
    const asking = Array.from({ length: 8 }, async (_, value) => {
      for (let turns = 0; turns < value; turns += 1) await new Promise(setImmediate);
      return await connection.ask(double, { value });
    });
    expect(await Promise.all(asking)).toHaveLength(8);
  }
});

test('a restart in the middle of everything loses no answer', async () => {
  let server = await serve('sums');
  let service = server.answer(calls(doubling));
  const connection = stack.use(connect('sums', [server.url]));
  const failures: unknown[] = [];
  let [isOver, asked] = [false, 0];
  const asking = Array.from({ length: 16 }, async () => {
    while (!isOver) {
      asked += 1;
      await connection.ask(double, { value: asked }).catch((error: unknown) => failures.push(error));
      await new Promise(setImmediate);
    }
  });
  for (let times = 0; times < 5; times += 1) {
    await new Promise((passed) => setTimeout(passed, 50));
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    server = await serve('sums', { port: server.port });
    service = server.answer(calls(doubling));
  }
  isOver = true;
  await Promise.all(asking);
  stack.use(server);
  stack.use(service);
  // While nobody is there it is an outage: nothing was sent, so nothing is unknown.
  expect(failures.filter((error) => !(error instanceof OutageError) || error instanceof OutcomeUnknownError)).toEqual(
    [],
  );
  expect(asked).toBeGreaterThan(failures.length);
});

test('a question whose connection is made in the moment in which a service begins to leave is answered', async () => {
  const server = stack.use(await serve('sums'));
  const service = server.answer(calls(doubling));
  const connection = stack.use(connect('sums', [server.url]));
  const asking = connection.ask(double, { value: 1 });
  // By now it is on its way, and the other side has not seen the connection.
  await new Promise(setImmediate);
  await service[Symbol.asyncDispose]();
  expect(await asking).toEqual({ value: 2 });
});

test('of several processes one that leaves is left alone after its first answer', async () => {
  const counts = [0, 0];
  const services = await Promise.all(
    [0, 1].map(async (at) => {
      const server = stack.use(await serve('sums'));
      const counted = answering(double, async ({ value }) => {
        counts[at] = (counts[at] ?? 0) + 1;
        return { value };
      });
      return { url: server.url, answering: server.answer(calls(counted)) };
    }),
  );
  const connection = stack.use(
    connect(
      'sums',
      services.map(({ url }) => url),
    ),
  );
  const askOften = async () => {
    for (let value = 0; value < 20; value += 1) await connection.ask(double, { value });
  };
  await askOften();
  const before = [...counts];
  const leaving = services[0]?.answering[Symbol.asyncDispose]();
  await askOften();
  await leaving;
  expect([counts[0], counts[1]]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 19]);
});

test('what a service answers itself is asked in its process, and everything else where it is answered', async () => {
  const server = stack.use(await serve('sums'));
  stack.use(server.answer(calls(doubling)));
  const here = createInternalCalls();
  const own = { name: 'asker.own', askers: ['others'], whenLost: 'repeat', ...shapes } as const;
  here.register([answering(own, async ({ value }) => ({ value: value + 1 }))]);
  const ask = askEverywhere(here, [stack.use(connect('sums', [server.url]))]);
  expect(await ask(own, { value: 1 })).toEqual({ value: 2 });
  expect(await ask(double, { value: 1 })).toEqual({ value: 2 });
  await expect(ask({ ...double, name: 'shelves.any' }, { value: 1 })).rejects.toMatchObject({ dependency: 'shelves' });
});

const sdl = 'type Query { word(of: String): String } type Mutation { say(word: String): String }';

/** Runs `subgraph` in a service whose documents can be counted. */
async function graphService() {
  const prepared: string[] = [];
  const own: Subgraph<object> = inProcessSubgraph({
    name: 'words',
    sdl,
    resolvers: { Query: { word: (_: unknown, { of }: { of: string }) => of }, Mutation: { say: () => 'said' } },
    contextFor: () => ({}),
    onFault: () => undefined,
  });
  const subgraph: Subgraph<object> = {
    ...own,
    prepare(document) {
      prepared.push(document.loc?.source.body ?? '');
      return own.prepare(document);
    },
  };
  const open = async (port = 0) => {
    const server = await serve<object>('words', { port });
    return { server, service: server.answer({ subgraph, internal: [], ready: isReady }) };
  };
  return { prepared, open };
}

test('a document is prepared once by the service that answers, and again after a restart', async () => {
  const { prepared, open } = await graphService();
  const first = await open();
  const connection = stack.use(connect('words', [first.server.url]));
  const run = connection.subgraph<object>(sdl).prepare(parse('query ($of: String) { word(of: $of) }'));
  for (const of of ['a', 'b', 'c']) expect((await run?.({ of }, {}))?.data).toEqual({ word: of });
  expect(prepared).toHaveLength(1);
  await first.service[Symbol.asyncDispose]();
  await first.server[Symbol.asyncDispose]();
  const { server, service } = await open(first.server.port);
  stack.use(server);
  stack.use(service);
  expect((await run?.({ of: 'd' }, {}))?.data).toEqual({ word: 'd' });
  expect(prepared).toHaveLength(2);
});

test('a document with a value in its text is never kept', async () => {
  const { prepared, open } = await graphService();
  const { server, service } = await open();
  stack.use(server);
  stack.use(service);
  const connection = stack.use(connect('words', [server.url]));
  const run = connection.subgraph<object>(sdl).prepare(parse('{ word(of: "canary") }'));
  for (let times = 0; times < 3; times += 1) expect((await run?.({}, {}))?.data).toEqual({ word: 'canary' });
  expect(prepared).toHaveLength(3);
});

test('an operation whose service is away has an error, never data that looks like nothing', async () => {
  const url = await playing((_body, response) => void response.destroy());
  const connection = stack.use(connect('words', [url]));
  const subgraph = connection.subgraph<object>(sdl);
  const asked = { document: parse('{ word }'), caller: {} };
  const said = { document: parse('mutation { say }'), caller: {} };
  expect(await subgraph.execute(asked)).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'UNAVAILABLE', dependency: 'words' } }],
  });
  expect(await subgraph.execute(said)).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'OUTCOME_UNKNOWN', dependency: 'words' } }],
  });
  expect(await subgraph.prepare(asked.document)?.({}, {})).toMatchObject({
    errors: [{ extensions: { code: 'UNAVAILABLE' } }],
  });
});

const keyed = `input Said { word: String, idempotencyKey: String }
  type Query { word: String }
  type Mutation { say(idempotencyKey: String): String tell(input: Said): String }`;

describe('a change whose answer is lost', () => {
  test.each([
    ['mutation ($key: String) { say(idempotencyKey: $key) }', { key: 'k' }, 2],
    ['mutation ($input: Said) { tell(input: $input) }', { input: { word: 'a', idempotencyKey: 'k' } }, 2],
    ['mutation ($key: String) { tell(input: { word: "a", idempotencyKey: $key }) }', { key: 'k' }, 2],
    ['mutation ($input: Said) { tell(input: $input) }', { input: { word: 'a' } }, 1],
    ['mutation ($input: Said) { tell(input: $input) }', { input: { word: 'a', idempotencyKey: null } }, 1],
    ['mutation ($input: Said) { tell(input: $input) say }', { input: { idempotencyKey: 'k' } }, 1],
    [
      'mutation ($input: Said) { tell(input: $input) ...More } fragment More on Mutation { say }',
      { input: { idempotencyKey: 'k' } },
      1,
    ],
  ])('%s with %j is unknown when it was sent so often: %i', async (text, variables, times) => {
    let sent = 0;
    const url = await playing((_body, response) => {
      sent += 1;
      response.destroy();
    });
    const subgraph = stack.use(connect('words', [url])).subgraph<object>(keyed);
    expect(await subgraph.execute({ document: parse(text), variables, caller: {} })).toMatchObject({
      errors: [{ extensions: { code: 'OUTCOME_UNKNOWN' } }],
    });
    expect(sent).toBe(times);
  });

  const said = { document: parse('mutation { say(idempotencyKey: "k") }'), caller: {} };

  test('is the second answer where it has a key', async () => {
    let sent = 0;
    const url = await playing((_body, response) => {
      sent += 1;
      if (sent === 1) return void response.destroy();
      response.end(`${JSON.stringify([0, { kind: 'answer', value: { data: { say: 'said' } } }])}\n`);
    });
    const subgraph = stack.use(connect('words', [url])).subgraph<object>(keyed);
    expect(await subgraph.execute(said)).toEqual({ data: { say: 'said' } });
  });

  test('stays unknown when nobody is there for the second time', async () => {
    const url = await playing((_body, response, server) => {
      server.close();
      response.destroy();
    });
    const subgraph = stack.use(connect('words', [url])).subgraph<object>(keyed);
    expect(await subgraph.execute(said)).toMatchObject({ errors: [{ extensions: { code: 'OUTCOME_UNKNOWN' } }] });
  });
});

test('with mutual TLS only those who have a certificate are heard', async () => {
  const { key, cert } = testCertificate('localhost');
  const tls = { key, cert, ca: cert };
  const server = stack.use(await serve('sums', { tls }));
  stack.use(server.answer(calls(doubling)));
  const url = `https://localhost:${server.port}`;
  const known = stack.use(connect('sums', [url], { tls }));
  expect(await known.ask(double, { value: 2 })).toEqual({ value: 4 });
  const stranger = testCertificate('localhost');
  for (const theirs of [
    { ...stranger, ca: cert },
    { ...tls, ca: stranger.cert },
  ]) {
    const unknown = stack.use(connect('sums', [url], { tls: theirs }));
    await expect(unknown.ask(double, { value: 2 })).rejects.toThrow(OutageError);
  }
  const plain = stack.use(connect('sums', [server.url.replace('https', 'http')], { log }));
  await expect(plain.ask(double, { value: 2 })).rejects.toThrow(OutageError);
});

test('whoever cannot be trusted is an outage, and both logs say why, once', async () => {
  const [own, other] = [testCertificate('localhost'), testCertificate('elsewhere')];
  const old = testCertificate('localhost', { from: new Date('2020-01-01') });
  const lines: object[] = [];
  const log = { warn: (fields: object) => lines.push(fields), info: () => undefined } as unknown as Logger;
  type Side = TestCertificate & { readonly ca?: string };
  const reasonsAfter = async (server: Side, client?: Side) => {
    lines.length = 0;
    await using door = await serve('sums', { tls: { ca: own.cert, ...server }, log });
    const [scheme, tls] = client === undefined ? ['http', {}] : ['https', { tls: { ca: server.cert, ...client } }];
    using connection = connect('sums', [`${scheme}://localhost:${door.port}`], { log, ...tls });
    for (let times = 0; times < 2; times += 1) {
      await expect(connection.ask(double, { value: 2 })).rejects.toThrow(OutageError);
      expect(await connection.ready()).toMatchObject({ isReady: false, reason: expect.stringContaining('localhost') });
    }
    return lines.map((line) => ('reason' in line ? line.reason : line));
  };
  expect(await reasonsAfter(old, own)).toEqual([expect.stringContaining('its certificate has expired')]);
  expect(await reasonsAfter(other, own)).toEqual([expect.stringContaining('its certificate is for another name')]);
  expect(await reasonsAfter(own, { ...own, ca: other.cert })).toEqual([
    expect.stringContaining('its certificate is not from an authority that is trusted here'),
  ]);
  expect(await reasonsAfter({ ...own, ca: old.cert }, old)).toEqual(
    expect.arrayContaining([
      'its certificate has expired',
      expect.stringContaining('its log says whether it refuses the certificate of this process'),
    ]),
  );
  expect(await reasonsAfter(own)).toEqual(
    expect.arrayContaining([
      'it does not speak TLS here',
      expect.stringContaining('or it has mutual TLS and its address begins with https://'),
    ]),
  );
});

test('a service without TLS, asked with it, is an outage that says so', async () => {
  const own = testCertificate('localhost');
  await using server = await serve('sums');
  using connection = connect('sums', [server.url.replace('http', 'https')], { tls: { ...own, ca: own.cert } });
  const asked = connection.ask(double, { value: 2 });
  await expect(asked).rejects.toMatchObject({ cause: { message: expect.stringContaining('does not speak TLS here') } });
});
