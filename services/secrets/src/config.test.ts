import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { anonymousPlanLimits } from '@onceover/schema/plans';
import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { openKeyStore } from './adapters/crypto/keys/open-key-store.ts';
import { secretsConfig, wholeTicket } from './config.ts';

const load = (env: Record<string, string>) => loadConfig({ secrets: secretsConfig }, env).secrets;

test('without settings the anonymous plan is the contract’s', () => {
  expect(load({})).toMatchObject({
    kek: undefined,
    epochMinutes: 15,
    generatedLength: 12,
    anonymousMaxCharacters: anonymousPlanLimits.maxCharacters,
    anonymousMaxTtlSeconds: anonymousPlanLimits.maxTtlSeconds,
    anonymousDefaultTtlSeconds: anonymousPlanLimits.defaultTtlSeconds,
  });
});

test('an epoch shorter than five minutes or longer than a day is refused', () => {
  for (const minutes of ['4', '1441', 'soon']) {
    expect(() => load({ ONCEOVER_SECRETS_EPOCH_MINUTES: minutes })).toThrow(ConfigError);
  }
});

test('a generated value is shown again for at most a minute, and by default never', () => {
  expect(load({}).generatedValueAgain).toBe(0);
  expect(load({ ONCEOVER_GENERATED_VALUE_AGAIN: '60' }).generatedValueAgain).toBe(60);
  for (const seconds of ['61', '-1', 'on']) {
    expect(() => load({ ONCEOVER_GENERATED_VALUE_AGAIN: seconds })).toThrow(
      /ONCEOVER_GENERATED_VALUE_AGAIN.*a whole number from 0 to 60/,
    );
  }
});

test('expiry is recorded at the latest after a minute', () => {
  expect(() => load({ ONCEOVER_SECRETS_SWEEP_SECONDS: '61' })).toThrow(ConfigError);
});

test('the support desk is an address in lower case, or there is none', () => {
  expect(load({}).incomingRecipient).toBeUndefined();
  expect(load({ ONCEOVER_INCOMING_RECIPIENT: 'Desk@Example.com' }).incomingRecipient).toBe('desk@example.com');
  expect(() => load({ ONCEOVER_INCOMING_RECIPIENT: 'nobody' })).toThrow(ConfigError);
});

test('a ticket pattern is a regular expression for the whole number, and never lets through what a subject cannot hold', () => {
  expect(() => load({ ONCEOVER_INCOMING_TICKET_PATTERN: '[' })).toThrow(ConfigError);
  const anything = wholeTicket('(?s).*');
  expect(anything.test('AB 12#3')).toBe(true);
  for (const bad of ['', 'a\nb', 'a@b', 'ü', 'x'.repeat(65), '<b>']) expect(anything.test(bad), bad).toBe(false);
  expect(wholeTicket('a|b').test('ab')).toBe(false);
});

test.each(['(a+)+b', '(a|a)*b', '(a|aa)+b', '(?:a?){64}a{64}b'])(
  'a ticket pattern is matched in linear time: %s',
  async (pattern) => {
    const script = `
      import { wholeTicket } from ${JSON.stringify(import.meta.resolve('./config.ts'))};
      process.stdout.write(String(wholeTicket(${JSON.stringify(pattern)}).test('a'.repeat(64))));`;
    // In a process of its own, which can be stopped: a pattern that backtracks would hold up this one for years.
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
    expect(stdout).toBe('false');
  },
);

test.each(['[', '(?=a)b', '(?<!a)b', String.raw`(a)\1`])(
  'a ticket pattern that is refused says what to write: %s',
  (pattern) => {
    expect(() => load({ ONCEOVER_INCOMING_TICKET_PATTERN: pattern })).toThrow(/RE2 syntax, such as \[A-Z\]/);
  },
);

test('the keys are in files, in a key store or in OpenBao, and anything else is refused', () => {
  expect(load({}).keyStore).toBe('file');
  for (const keyStore of ['file', 'openbao', 'https://keys.example.net:3400', 'https://[::1]:3400'])
    expect(load({ ONCEOVER_KEY_STORE: keyStore }).keyStore).toBe(keyStore);
  for (const bad of [
    'files',
    'http://keys.example.net',
    'https://keys.example.net/v1',
    'https://user@keys.example.net',
  ])
    expect(() => load({ ONCEOVER_KEY_STORE: bad }), bad).toThrow(/say file, openbao, or the address of a key store/);
});

test.each([
  [{ ONCEOVER_KEY_STORE: 'https://keys.example.net' }, /ONCEOVER_KEY_STORE_CA.*_CERT.*_KEY is required/s],
  [
    { ONCEOVER_KEY_STORE: 'https://keys.example.net', ONCEOVER_KEK: 'any' },
    /ONCEOVER_KEK: the key store has the key-encryption key/,
  ],
  [
    { ONCEOVER_KEY_STORE: 'https://k.example.net', ...pemFiles('/nowhere/file.pem') },
    /ONCEOVER_KEY_STORE_CA: the file cannot be read/,
  ],
  [{ ONCEOVER_KEY_STORE: 'openbao' }, /needs ONCEOVER_OPENBAO_URL and ONCEOVER_OPENBAO_TOKEN/],
  [
    { ONCEOVER_KEY_STORE: 'openbao', ONCEOVER_OPENBAO_URL: 'http://bao.example.net', ONCEOVER_OPENBAO_TOKEN: 't0ken' },
    /ONCEOVER_OPENBAO_URL: give an https address/,
  ],
])('a key store that its settings do not open is said with what to write: %j', async (env, message) => {
  const opened = openKeyStore(load(env), null);
  await expect(opened).rejects.toThrow(ConfigError);
  await expect(opened).rejects.toThrow(message);
  await expect(opened).rejects.not.toThrow(/t0ken/);
});

function pemFiles(path: string): Record<string, string> {
  return Object.fromEntries(['CA', 'CERT', 'KEY'].map((name) => [`ONCEOVER_KEY_STORE_${name}`, path]));
}
