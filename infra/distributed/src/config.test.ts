import { ConfigError } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { isProduction, loadProcessConfig, siteOriginOf, storeConfig } from './config.ts';

const least = {
  ONCEOVER_INTERNAL_PORT: '4102',
  ONCEOVER_CALL_KEYS_DIR: '/keys/calls',
  ONCEOVER_DATABASE_URL: 'postgres://user@host/name',
  ONCEOVER_ACCOUNTS_URL: 'http://127.0.0.1:4101',
  ONCEOVER_NOTIFICATIONS_URL: 'http://127.0.0.1:4103, http://[::1]:4113',
};
const load = (env: Readonly<Record<string, string | undefined>>) =>
  loadProcessConfig('secrets', { store: storeConfig }, { ...least, ...env });
const problems = (env: Readonly<Record<string, string | undefined>>) => {
  try {
    load(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : expect.fail();
  }
};
const tls = {
  ONCEOVER_INTERNAL_TLS_CERT_FILE: '/tls/cert.pem',
  ONCEOVER_INTERNAL_TLS_KEY_FILE: '/tls/key.pem',
  ONCEOVER_INTERNAL_TLS_CA_FILE: '/tls/ca.pem',
};
const secured = {
  ONCEOVER_ACCOUNTS_URL: 'https://accounts:4101',
  ONCEOVER_NOTIFICATIONS_URL: 'https://notifications:4103',
};

test('a process is told where it is reached, where its neighbours are, and where the keys of their calls are', () => {
  expect(load({})).toMatchObject({
    process: { internalHost: '127.0.0.1', internalPort: 4102, callKeysDir: '/keys/calls' },
    store: { databaseUrl: 'postgres://user@host/name' },
    neighbours: {
      accounts: ['http://127.0.0.1:4101'],
      notifications: ['http://127.0.0.1:4103', 'http://[::1]:4113'],
    },
  });
});

test('everything that is missing is said at once; what the service does not ask is no setting of it', () => {
  const nothing = Object.fromEntries(Object.keys(least).map((name) => [name, undefined]));
  const said = problems({ ...nothing, ONCEOVER_GATEWAY_URL: 'http://127.0.0.1:4105' }).join('\n');
  for (const name of Object.keys(least)) expect(said).toContain(`${name} is required`);
  expect(said).toContain('ONCEOVER_GATEWAY_URL is not a setting');
});

test.each([
  ['an address that is none', { ONCEOVER_ACCOUNTS_URL: '127.0.0.1:4101' }, /give addresses like/],
  [
    'a service beyond loopback',
    { ONCEOVER_ACCOUNTS_URL: 'http://accounts:4101' },
    /accounts is not loopback.*mutual TLS/,
  ],
  ['a door beyond loopback', { ONCEOVER_INTERNAL_HOST: '0.0.0.0' }, /0\.0\.0\.0 is not loopback/],
  ['a part of mutual TLS', { ONCEOVER_INTERNAL_TLS_KEY_FILE: '/tls/key.pem' }, /all three or none/],
  ['https without a certificate', secured, /begin with https:\/\/ need/],
  ['a certificate with plain addresses', tls, /every address begins with https/],
])('%s is refused with what to do', (_name, env, sentence) => {
  expect(problems(env)).toEqual([expect.stringMatching(sentence)]);
});

test('mutual TLS goes beyond loopback, and so does plain HTTP for whoever says so', () => {
  const beyond = { ONCEOVER_INTERNAL_HOST: '0.0.0.0' };
  expect(problems({ ...tls, ...secured, ...beyond })).toEqual([]);
  expect(
    problems({ ...beyond, ONCEOVER_ACCOUNTS_URL: 'http://accounts:4101', ONCEOVER_ALLOW_PLAIN_CALLS: 'on' }),
  ).toEqual([]);
});

test('links begin with https everywhere but on loopback', () => {
  expect([siteOriginOf('127.0.0.1:3000'), siteOriginOf('once.example')]).toEqual([
    'http://127.0.0.1:3000',
    'https://once.example',
  ]);
  expect([undefined, 'localhost:3000', 'once.example:8443'].map((siteHost) => isProduction({ siteHost }))).toEqual([
    false,
    false,
    true,
  ]);
});
