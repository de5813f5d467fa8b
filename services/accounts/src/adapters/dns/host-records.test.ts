import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createHostRecords } from './dns-records.ts';

let servers: readonly [DnsServer, DnsServer];
beforeAll(async () => {
  servers = [await startDnsServer(), await startDnsServer()];
});
afterEach(() => {
  for (const server of servers) server.reset();
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
});

const resolve = (name: string, count = 1) =>
  createHostRecords({ servers: servers.slice(0, count).map(({ address }) => address), timeoutMs: 300 }).resolve(name);

test('addresses of both kinds are found', async () => {
  servers[0].setAddresses('a.example', '203.0.113.9', '2001:db8::9');
  expect(await resolve('a.example')).toEqual([
    { kind: 'found', cname: null, addresses: ['2001:db8::9', '203.0.113.9'] },
  ]);
});

test('an alias is found with the addresses it leads to, in lower case', async () => {
  servers[0].setCname('a.example', 'Links.Onceover.Example');
  servers[0].setAddresses('links.onceover.example', '203.0.113.9');
  expect(await resolve('a.example')).toEqual([
    { kind: 'found', cname: 'links.onceover.example', addresses: ['203.0.113.9'] },
  ]);
});

test('a name that leads nowhere has none, and every resolver answers for itself', async () => {
  servers[1].setAddresses('a.example', '203.0.113.9');
  const [first, second] = await resolve('a.example', 2);
  expect(first).toEqual({ kind: 'none' });
  expect(second).toMatchObject({ kind: 'found', addresses: ['203.0.113.9'] });
});

test.each(['SERVFAIL', 'REFUSED', 'SILENT'] as const)('a resolver that answers %s is unavailable', async (how) => {
  servers[0].setAddresses('a.example', '203.0.113.9');
  servers[0].fail(how);
  expect(await resolve('a.example')).toEqual([{ kind: 'unavailable' }]);
});
