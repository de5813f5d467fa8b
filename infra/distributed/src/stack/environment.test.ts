import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { processesWithSettings, settingsOf } from '../settings-of.ts';
import { environmentOf, refuseSettings, writeEnvironment } from './environment.ts';
import { environmentFile, readPlace, type StackPlace } from './place.ts';

const stateDir = mkdtempSync(join(tmpdir(), 'onceover-env-'));
afterAll(() => rmSync(stateDir, { recursive: true }));
const env = {
  ONCEOVER_KEK: 'f'.repeat(64),
  ONCEOVER_KEY_STORE: 'file',
  ONCEOVER_GENERATED_LENGTH: '20',
  ONCEOVER_SMTP_URL_FILE: '/run/smtp',
  HOME: '/root',
};
const place = readPlace(['--state-dir', stateDir, '--port', '3900'], env) as StackPlace;

test.each(processesWithSettings)('%s is given what it knows, and nothing else', (name) => {
  const known = settingsOf(name);
  for (const key of Object.keys(environmentOf(name, place))) {
    expect(known.has(key) || known.has(key.replace(/_FILE$/, ''))).toBe(true);
  }
});

test('what was given reaches whoever knows it; where things are is decided here', () => {
  expect(environmentOf('secrets', place)).toMatchObject({
    ONCEOVER_GENERATED_LENGTH: '20',
    ONCEOVER_INTERNAL_PORT: '4102',
    ONCEOVER_ACCOUNTS_URL: 'http://127.0.0.1:4101',
    ONCEOVER_SITE_HOST: '127.0.0.1:3900',
  });
  expect(environmentOf('notifications', place)).toMatchObject({ ONCEOVER_SMTP_URL_FILE: '/run/smtp' });
  expect(environmentOf('gateway', place)).toMatchObject({ ONCEOVER_PORT: '3900', ONCEOVER_HOST: '127.0.0.1' });
  expect(environmentOf('gateway', place)).not.toHaveProperty('ONCEOVER_DATABASE_URL_FILE');
});

test('each service has a keys directory of its own, and secrets a key store unless it is said where its keys are', () => {
  const at = (given: Record<string, string>) => readPlace(['--state-dir', stateDir], given) as StackPlace;
  const keysOf = (name: (typeof processesWithSettings)[number], given = {}) => {
    const { ONCEOVER_KEYS_DIR, ONCEOVER_KEY_STORE } = environmentOf(name, at(given));
    return { ONCEOVER_KEYS_DIR, ONCEOVER_KEY_STORE };
  };
  const directories = ['accounts', 'notifications', 'audit', 'gateway'].map((name) => join(`${stateDir}-keys`, name));
  const found = (['accounts', 'notifications', 'audit', 'gateway'] as const).map(
    (name) => keysOf(name).ONCEOVER_KEYS_DIR,
  );
  expect(found).toEqual(directories);
  expect(keysOf('secrets')).toEqual({ ONCEOVER_KEY_STORE: 'https://127.0.0.1:4108' });
  expect(environmentOf('key-store', at({}))).toMatchObject({
    ONCEOVER_KEY_STORE_PORT: '4108',
    ONCEOVER_KEY_STORE_DIR: join(`${stateDir}-keys`, 'key-store'),
    ONCEOVER_KEY_STORE_CA: environmentOf('secrets', at({})).ONCEOVER_KEY_STORE_CA,
  });
  const given = { ONCEOVER_KEY_STORE: 'https://keys.example.net:3400' };
  expect(keysOf('secrets', given)).toEqual(given);
  const file = { ONCEOVER_KEY_STORE: 'file' };
  expect(keysOf('secrets', file)).toEqual({ ...file, ONCEOVER_KEYS_DIR: join(`${stateDir}-keys`, 'secrets') });
});

test('a key-encryption key is refused where the key store makes its own', () => {
  const kek = { ONCEOVER_KEK: env.ONCEOVER_KEK };
  expect(() => refuseSettings(kek)).toThrow(/ONCEOVER_KEK: .*with ONCEOVER_KEY_STORE=file/);
  expect(() => refuseSettings({ ...kek, ONCEOVER_KEY_STORE: 'file' })).not.toThrow();
});

test('the file for people has every setting but those that must stay secret', async () => {
  await writeEnvironment('secrets', place);
  const text = readFileSync(environmentFile(place, 'secrets'), 'utf8');
  expect(text).toContain('ONCEOVER_GENERATED_LENGTH=20');
  expect(text).toContain('# ONCEOVER_KEK is set, and not shown.');
  expect(text).not.toContain('ffff');
});

test('a setting that no process knows is refused, and so is a flag', () => {
  expect(() => refuseSettings({ ONCEOVER_PROT: '1' })).toThrow(
    'ONCEOVER_PROT is not a setting of any service; did you mean ONCEOVER_PORT?',
  );
  expect(() => refuseSettings(env)).not.toThrow();
  expect(() => readPlace(['--prot', '1'], {})).toThrow('--prot');
  expect(() => readPlace(['--port', '0'], {})).toThrow('--port="0"');
});
