import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logNames } from '@onceover/schema/events/logs';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnvironments as read } from './environments.ts';

const place = mkdtempSync(join(tmpdir(), 'onceover-environments-'));
const readEnvironments = (path: string, given: NodeJS.ProcessEnv) => read(path, given, logNames);
const at = (name: string) => join(place, name);
beforeAll(() => {
  writeFileSync(at('accounts.env'), '# Directory of the key files.\nONCEOVER_KEYS_DIR=/keys/accounts\n');
  const lines = [
    'ONCEOVER_MAIL_FROM="Once <once@example.com>"',
    "ONCEOVER_MAIL_DIR='/mail # all'",
    ' ONCEOVER_KEYS_DIR=/k=1 ',
  ];
  writeFileSync(at('notifications.env'), lines.join('\r\n'));
  writeFileSync(at('gateway.env'), 'ONCEOVER_PORT=3000\n');
});
afterAll(() => rmSync(place, { recursive: true }));

test('a directory gives the settings of every service in it, a file those of one', () => {
  const all = readEnvironments(place, {});
  expect([...all.keys()].toSorted()).toEqual(['accounts', 'notifications']);
  expect(all.get('accounts')).toEqual({ ONCEOVER_KEYS_DIR: '/keys/accounts' });
  expect(all.get('notifications')).toEqual({
    ONCEOVER_MAIL_FROM: 'Once <once@example.com>',
    ONCEOVER_MAIL_DIR: '/mail # all',
    ONCEOVER_KEYS_DIR: '/k=1',
  });
  expect(readEnvironments(at('accounts.env'), {})).toEqual(new Map([['accounts', all.get('accounts')]]));
});

test('what is set in the environment goes before a file, for services that know it', () => {
  const given = {
    ONCEOVER_KEK: 'f'.repeat(64),
    ONCEOVER_SMTP_URL_FILE: '/run/smtp',
    ONCEOVER_KEYS_DIR: '/other',
    HOME: '/',
  };
  const all = readEnvironments(place, given);
  expect(all.get('accounts')).toEqual({ ONCEOVER_KEK: given.ONCEOVER_KEK, ONCEOVER_KEYS_DIR: '/other' });
  expect(all.get('notifications')).toMatchObject({ ONCEOVER_SMTP_URL_FILE: '/run/smtp', ONCEOVER_KEYS_DIR: '/other' });
});

test.each([
  ['nothing', '', /--env: name a directory that has secrets\.env, /],
  ['a file of no service with a log', at('gateway.env'), /a file is named after its service/],
  ['a directory without one', tmpdir(), /none of secrets\.env, .* is there/],
  ['what is not there', at('none'), /none of secrets\.env, .* is there/],
])('%s is refused with what to name', (_name, path, sentence) => {
  expect(() => readEnvironments(path, {})).toThrow(sentence);
});

test('whoever asks for the settings of the gateway gets them, too', () => {
  const all = read(place, {}, serviceNames);
  expect(all.get('gateway')).toEqual({ ONCEOVER_PORT: '3000' });
  expect(read({ service: 'gateway' }, { ONCEOVER_PORT: '1' }, logNames)).toEqual(new Map());
});

test('a setting that no process knows is refused', () => {
  expect(() => readEnvironments(place, { ONCEOVER_KEYS_DRI: '/k' })).toThrow('ONCEOVER_KEYS_DRI is not a setting');
});
