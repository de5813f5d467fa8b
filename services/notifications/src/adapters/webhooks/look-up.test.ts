import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDnsLookUp, lookUpInSystem } from './look-up.ts';

const patient = () => new AbortController().signal;
let server: DnsServer;
beforeAll(async () => {
  server = await startDnsServer();
});
afterEach(() => server.reset());
afterAll(() => server[Symbol.asyncDispose]());

const lookUp = (name: string, signal = patient()) => createDnsLookUp([server.address])(name, signal);

test('all addresses of a name are found, of both kinds, and through an alias', async () => {
  server.setAddresses('a.example', '203.0.113.9', '2001:db8::9', '203.0.113.10');
  server.setCname('hooks.acme.example', 'a.example');
  expect((await lookUp('a.example')).toSorted()).toEqual(['2001:db8::9', '203.0.113.10', '203.0.113.9']);
  expect(await lookUp('hooks.acme.example')).toHaveLength(3);
});

test('a name without addresses has none', async () => {
  server.setTxt('text.example', 'tea');
  expect(await lookUp('text.example')).toEqual([]);
  expect(await lookUp('nowhere.example')).toEqual([]);
});

test('nothing is remembered: a name is asked for anew every time', async () => {
  server.setAddresses('a.example', '203.0.113.9');
  expect(await lookUp('a.example')).toEqual(['203.0.113.9']);
  server.setAddresses('a.example', '203.0.113.10');
  expect(await lookUp('a.example')).toEqual(['203.0.113.10']);
});

test('a server that cannot say is no answer', async () => {
  server.fail('SERVFAIL', 'a.example');
  await expect(lookUp('a.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
});

test('whoever gives up waiting does not wait on', async () => {
  server.fail('SILENT', 'a.example');
  const begun = performance.now();
  await expect(lookUp('a.example', AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'ECANCELLED' });
  expect(performance.now() - begun).toBeLessThan(1_500);
});

test('the system knows the names of this host', async () => {
  const addresses = await lookUpInSystem('localhost', patient());
  expect(addresses.length).toBeGreaterThan(0);
  expect(['127.0.0.1', '::1']).toEqual(expect.arrayContaining([...addresses]));
  expect(await lookUpInSystem('nowhere.invalid', patient())).toEqual([]);
});
