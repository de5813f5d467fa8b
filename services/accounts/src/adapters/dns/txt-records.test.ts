import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTxtRecords } from './dns-records.ts';

const servers: DnsServer[] = [];
beforeAll(async () => {
  for (let each = 0; each < 4; each += 1) servers.push(await startDnsServer());
});
afterEach(() => {
  for (const server of servers) server.reset();
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
});

/** Resolves through the first few of the servers. */
const through = (count: number) =>
  createTxtRecords({ servers: servers.slice(0, count).map(({ address }) => address), timeoutMs: 300 });
const at = (index: number): DnsServer => {
  const server = servers[index];
  if (server === undefined) throw new RangeError('there is no such server');
  return server;
};

test('every resolver answers for itself', async () => {
  at(0).setTxt('a.example', 'one');
  at(1).setTxt('a.example', 'two', ['th', 'ree']);
  const [first, second] = await through(2).resolve('a.example');
  expect(first).toEqual({ kind: 'values', values: ['one'] });
  expect(second).toMatchObject({ kind: 'values', values: expect.arrayContaining(['two', 'three']) });
});

test('three resolvers are asked, however many there are', async () => {
  expect(await through(4).resolve('a.example')).toEqual([{ kind: 'none' }, { kind: 'none' }, { kind: 'none' }]);
  expect(servers.map(({ asked }) => asked.udp)).toEqual([1, 1, 1, 0]);
});

test('a name without the record has none, whether or not the name exists', async () => {
  at(0).setTxt('empty.example');
  expect(await through(1).resolve('empty.example')).toEqual([{ kind: 'none' }]);
  expect(await through(1).resolve('nobody.example')).toEqual([{ kind: 'none' }]);
});

test.each(['SERVFAIL', 'REFUSED', 'SILENT'] as const)('%s is no answer', async (how) => {
  at(0).setTxt('a.example', 'one');
  at(0).fail(how);
  expect(await through(1).resolve('a.example')).toEqual([{ kind: 'unavailable' }]);
});

test('an answer that comes too late does not count', async () => {
  at(0).setTxt('a.example', 'one');
  at(0).setDelay(2_000);
  const startedAt = performance.now();
  expect(await through(1).resolve('a.example')).toEqual([{ kind: 'unavailable' }]);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});

test('a resolver that cannot be reached gives no answer', async () => {
  const gone = await startDnsServer();
  await gone[Symbol.asyncDispose]();
  expect(await createTxtRecords({ servers: [gone.address], timeoutMs: 300 }).resolve('a.example')).toEqual([
    { kind: 'unavailable' },
  ]);
});

test('answers of resolvers are not cached', async () => {
  const txt = through(1);
  expect(await txt.resolve('a.example')).toEqual([{ kind: 'none' }]);
  at(0).setTxt('a.example', 'one');
  expect(await txt.resolve('a.example')).toEqual([{ kind: 'values', values: ['one'] }]);
});

describe('resolvers work', () => {
  test('when each answers something about the root', async () => {
    at(0).setNs('.', 'a.root-servers.net');
    expect(await through(2).isAnswering()).toBe(true);
  });

  test('not when one of them fails', async () => {
    at(1).fail('SERVFAIL');
    expect(await through(2).isAnswering()).toBe(false);
  });
});
