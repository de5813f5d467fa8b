import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { afterAll, expect, test } from 'vitest';
import { environmentOf, refuseUnknownSettings, settingsOf, writeEnvironment } from './environment.ts';
import { environmentFile, readPlace, type StackPlace } from './place.ts';

const stateDir = mkdtempSync(join(tmpdir(), 'onceover-env-'));
afterAll(() => rmSync(stateDir, { recursive: true }));
const env = {
  ONCEOVER_KEK: 'f'.repeat(64),
  ONCEOVER_GENERATED_LENGTH: '20',
  ONCEOVER_SMTP_URL_FILE: '/run/smtp',
  HOME: '/root',
};
const place = readPlace(['--state-dir', stateDir, '--port', '3900'], env) as StackPlace;

test.each(serviceNames)('%s is given what it knows, and nothing else', (name) => {
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

test('the file for people has every setting but those that must stay secret', async () => {
  mkdirSync(join(stateDir, 'env'));
  await writeEnvironment('secrets', place);
  const text = readFileSync(environmentFile(place, 'secrets'), 'utf8');
  expect(text).toContain('ONCEOVER_GENERATED_LENGTH=20');
  expect(text).toContain('# ONCEOVER_KEK is set, and not shown.');
  expect(text).not.toContain('ffff');
});

test('a setting that no process knows is refused, and so is a flag', () => {
  expect(() => refuseUnknownSettings({ ONCEOVER_PROT: '1' })).toThrow('ONCEOVER_PROT is not a setting');
  expect(() => refuseUnknownSettings(env)).not.toThrow();
  expect(() => readPlace(['--prot', '1'], {})).toThrow('--prot');
  expect(() => readPlace(['--port', '0'], {})).toThrow('--port="0"');
});
