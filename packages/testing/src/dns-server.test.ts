import { Resolver } from 'node:dns/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from './dns-server.ts';

let server: DnsServer;
beforeAll(async () => {
  server = await startDnsServer();
});
afterEach(() => server.reset());
afterAll(() => server[Symbol.asyncDispose]());

function resolver(timeout = 2_000): Resolver {
  const asking = new Resolver({ timeout, tries: 1 });
  asking.setServers([server.address]);
  return asking;
}

test('a name is answered with its records, chunk by chunk, whatever its case', async () => {
  server.setTxt('Proof.Acme.example', 'one', ['two ', 'halves']);
  const records = await resolver().resolveTxt('proof.acme.EXAMPLE');
  expect(records).toHaveLength(2);
  expect(records).toEqual(expect.arrayContaining([['one'], ['two ', 'halves']]));
});

test('a zone is answered with its name servers', async () => {
  server.setNs('example', 'ns1.nic.example', 'ns2.nic.example');
  expect((await resolver().resolveNs('example')).sort()).toEqual(['ns1.nic.example', 'ns2.nic.example']);
});

test('an unknown name does not exist, and a known one may have no record', async () => {
  await expect(resolver().resolveTxt('nobody.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  server.setTxt('empty.example');
  await expect(resolver().resolveTxt('empty.example')).rejects.toMatchObject({ code: 'ENODATA' });
});

test.each([
  ['SERVFAIL', 'ESERVFAIL'],
  ['REFUSED', 'EREFUSED'],
  ['NXDOMAIN', 'ENOTFOUND'],
  ['SILENT', 'ETIMEOUT'],
] as const)('a name that is set to fail with %s does', async (how, code) => {
  server.setTxt('a.example', 'text');
  server.fail(how, 'a.example');
  await expect(resolver(200).resolveTxt('a.example')).rejects.toMatchObject({ code });
});

test('a truncated answer is requested again over TCP', async () => {
  server.setTxt('long.example', 'x'.repeat(255), 'y'.repeat(255), 'z'.repeat(255));
  server.truncate('long.example');
  expect(await resolver().resolveTxt('long.example')).toHaveLength(3);
  expect(server.asked).toEqual({ udp: 1, tcp: 1 });
});

test('a slow server makes the client give up', async () => {
  server.setTxt('a.example', 'text');
  server.setDelay(400);
  await expect(resolver(100).resolveTxt('a.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
});
