import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepare, preparedNames } from './prepare.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'onceover-prepare-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const hosts = {
  accounts: ['accounts'],
  secrets: ['secrets-1', 'secrets-2', '10.0.0.7'],
  notifications: ['notifications'],
  audit: ['audit'],
  gateway: ['gateway-1'],
  'key-store': ['key-store'],
};
const database = 'postgres:5432/onceover';
const run = (parts: Partial<Parameters<typeof prepare>[0]> = {}) => prepare({ directory, hosts, database, ...parts });
const at = (...names: string[]) => path.join(directory, ...names);
const read = (...names: string[]) => readFileSync(at(...names));
const filesOf = (name: string) =>
  readdirSync(at(name), { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(at(name, file)).isFile())
    .toSorted();

test('each process is given its own keys, certificate and database, for its owner alone, and no more', async () => {
  await run();
  expect(filesOf('gateway')).toEqual([
    ...['accounts', 'audit'].map((partner) => `calls/${[partner, 'gateway'].toSorted().join('-')}.key`),
    'calls/gateway-notifications.key',
    'calls/gateway-secrets.key',
    'tls/ca.crt',
    'tls/gateway.crt',
    'tls/gateway.key',
  ]);
  expect(filesOf('key-store')).toEqual(['tls/ca.crt', 'tls/server.crt', 'tls/server.key']);
  expect(filesOf('secrets')).toContain('key-store/secrets.key');
  expect(filesOf('partner-egress')).toEqual(['database.url']);
  for (const name of preparedNames) {
    for (const file of filesOf(name)) {
      expect([file, statSync(at(name, file)).mode & 0o777]).toEqual([file, 0o400]);
      expect(path.basename(file)).not.toBe('ca.key');
    }
  }
  // Whoever runs the database is somebody else, and is given this directory alone.
  expect(statSync(at('postgres', 'password')).mode & 0o777).toBe(0o444);
  const password = read('postgres', 'password').toString();
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  expect(read('accounts', 'database.url').toString()).toBe(`postgres://onceover:${password}@${database}`);
});

test('two services have the same key for each other, and certificates of one authority with the hosts that were named', async () => {
  await run();
  expect(read('gateway', 'calls', 'gateway-secrets.key')).toEqual(read('secrets', 'calls', 'gateway-secrets.key'));
  for (const name of serviceNames) {
    const certificate = new X509Certificate(read(name, 'tls', `${name}.crt`));
    expect(certificate.verify(new X509Certificate(read('gateway', 'tls', 'ca.crt')).publicKey)).toBe(true);
    for (const host of hosts[name])
      expect(isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)).toBe(host);
  }
  const ofSecrets = new X509Certificate(read('secrets', 'key-store', 'secrets.crt'));
  expect(ofSecrets.verify(new X509Certificate(read('key-store', 'tls', 'ca.crt')).publicKey)).toBe(true);
  expect(ofSecrets.verify(new X509Certificate(read('secrets', 'tls', 'ca.crt')).publicKey)).toBe(false);
});

test('what is there stays, also a key that an operator has put beside another', async () => {
  expect(await run()).toContain('services/gateway.crt');
  const before = preparedNames.map((name) => filesOf(name).map((file) => read(name, file).toString('hex')));
  expect(await run()).toEqual([]);
  expect(preparedNames.map((name) => filesOf(name).map((file) => read(name, file).toString('hex')))).toEqual(before);
  writeFileSync(at('authority', 'calls', 'gateway-secrets.next.key'), Buffer.alloc(32, 7));
  await run();
  expect(filesOf('secrets')).toContain('calls/gateway-secrets.next.key');
  expect(filesOf('accounts')).not.toContain('calls/gateway-secrets.next.key');
});

test('a certificate is made anew in its last month, and for another host', async () => {
  await run();
  const before = read('secrets', 'tls', 'secrets.crt');
  const later = { now: new Date(Date.now() + 380 * 86_400_000) };
  expect(await run(later)).toEqual(expect.arrayContaining(['services/secrets.crt', 'key-store/server.crt']));
  const renewed = read('secrets', 'tls', 'secrets.crt');
  expect(renewed).not.toEqual(before);
  expect(await run({ ...later, hosts: { ...hosts, secrets: ['secrets-3'] } })).toEqual([
    'services/secrets.key',
    'services/secrets.crt',
  ]);
});
