import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '@onceover/service-kit/config';
import { expect, onTestFinished, test } from 'vitest';
import { loadEmbeddedConfig } from './config.ts';
import { connectionNeed } from './connection-need.ts';

test.each([
  [{}, './data-keys'],
  [{ ONCEOVER_DATA_DIR: '/srv/b', ONCEOVER_KEYS_DIR: '' }, '/srv/b-keys'],
  [{ ONCEOVER_DATA_DIR: '/srv/b/' }, '/srv/b-keys'],
  [{ ONCEOVER_DATA_DIR: 'b' }, path.resolve('b-keys')],
  [{ ONCEOVER_DATA_DIR: '/srv/b', ONCEOVER_KEYS_DIR: './elsewhere' }, './elsewhere'],
])('the keys lie beside the data unless another place is set: %j', (env, keysDir) => {
  const { accounts, secrets, notifications, audit, gateway } = loadEmbeddedConfig(env);
  for (const config of [accounts, secrets, notifications, audit, gateway]) expect(config.keysDir).toBe(keysDir);
});

test('the pools of two processes with default settings fit into a PostgreSQL with default settings', () => {
  const { perProcess } = connectionNeed(loadEmbeddedConfig({}));
  const [maxConnections, reserved, spare] = [100, 3, 10];
  expect(2 * perProcess).toBeLessThanOrEqual(maxConnections - reserved - spare);
});

const host = 'give a host name like once.example.com';

test.each([
  ['ONCEOVER_PORT', ' ', 'holds nothing but blanks'],
  ['ONCEOVER_PORT', '99999', 'give a whole number from 0 to 65535'],
  ['ONCEOVER_PORT', '0x50', 'give a whole number from 0 to 65535'],
  ['ONCEOVER_SECRETS_CONNECTIONS', '1e1', 'give a whole number from 2 to 64'],
  ['ONCEOVER_HOST', 'http://127.0.0.1', 'without http://'],
  ['ONCEOVER_HOST', '127.0.0.1:3000', 'without http://, port or path'],
  ['ONCEOVER_SITE_HOST', 'http://once.example', host],
  ['ONCEOVER_SUPPORT_HOST', 'https://once.example/help', host],
  ['ONCEOVER_DOMAIN_TARGET', 'https://once.example', host],
  ['ONCEOVER_TRUSTED_PROXIES', '10.0.0.1,http://proxy', 'give addresses or ranges like 10.0.0.1 or 10.0.0.0/8'],
  ['ONCEOVER_TRUSTED_PROXIES', '10.0.0.0/33', 'give addresses or ranges'],
  ['ONCEOVER_SIGNUP_PLANS', 'gold', 'name plans among basic'],
  ['ONCEOVER_LOG_LEVEL', 'loud', 'say fatal, error, warn, info, debug, trace or silent'],
  ['ONCEOVER_DATA_DIR', '/proc', 'give a directory on a disk'],
  ['ONCEOVER_KEYS_DIR', '/proc/keys', 'give a directory on a disk'],
  ['ONCEOVER_MAIL_DIR', '/sys/../proc/mail', 'give a directory on a disk'],
])('a bad setting is one sentence that says what to write: %s=%j', (name, value, sentence) => {
  const problems = problemsOf({ [name]: value });
  expect(problems).toEqual([expect.stringContaining(sentence)]);
  expect(problems[0]).toMatch(new RegExp(`^${name}[ =]`));
});

test.each([
  ['ONCEOVER_HOST', '::1'],
  ['ONCEOVER_HOST', 'localhost'],
  ['ONCEOVER_TRUSTED_PROXIES', '10.0.0.0/8, 2001:db8::/32, ::1, loopback'],
  ['ONCEOVER_SITE_HOST', '[::1]:3000'],
  ['ONCEOVER_DATA_DIR', 'proc'],
])('a good setting is taken: %s=%j', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([]);
});

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadEmbeddedConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test.each(['\n', '\r\n', '\n\n'])(
  'secrets from files are the same with %j at the end, as editors and echo leave it',
  (end) => {
    const place = mkdtempSync(path.join(tmpdir(), 'settings-'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    const values = {
      ONCEOVER_KEK: 'c4'.repeat(32),
      ONCEOVER_BOUNCE_TOKEN: 'd5'.repeat(32),
      ONCEOVER_SMTP_URL: 'smtps://user:password@mail.example.com:465',
      ONCEOVER_DATABASE_URL: 'postgres://user:password@127.0.0.1:5432/onceover',
      ONCEOVER_INCOMING_PASSPHRASE: 'seven plums',
      ONCEOVER_OPENBAO_TOKEN: 's.token',
    };
    const files = Object.entries(values).map(([name, value]) => {
      writeFileSync(path.join(place, name), `${value}${end}`);
      return [`${name}_FILE`, path.join(place, name)] as const;
    });
    expect(loadEmbeddedConfig(Object.fromEntries(files))).toEqual(loadEmbeddedConfig(values));
  },
);
