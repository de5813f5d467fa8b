import { expect, test } from 'vitest';
import { type Guards, protectionOf } from './protection.ts';

const all: Guards = { hasSecondFactor: true, recoveryCodesLeft: 10, otherSessions: 0 };

test.each<[string, Partial<Guards>, ReturnType<typeof protectionOf>]>([
  ['all is set up', {}, { tone: 'success', state: 'strong', next: null }],
  ['other browsers are signed in', { otherSessions: 1 }, { tone: 'success', state: 'strong', next: 'sessions' }],
  ['three codes are enough', { recoveryCodesLeft: 3 }, { tone: 'success', state: 'strong', next: null }],
  ['two codes are few', { recoveryCodesLeft: 2 }, { tone: 'warning', state: 'codes', next: 'renew' }],
  ['no code is left', { recoveryCodesLeft: 0 }, { tone: 'warning', state: 'codes', next: 'renew' }],
  [
    'few codes are said before other browsers',
    { recoveryCodesLeft: 1, otherSessions: 4 },
    { tone: 'warning', state: 'codes', next: 'renew' },
  ],
  [
    'a password alone, whatever else there is',
    { hasSecondFactor: false, recoveryCodesLeft: 0, otherSessions: 4 },
    { tone: 'warning', state: 'passwordOnly', next: 'turnOn' },
  ],
])('%s', (_, guards, protection) => {
  expect(protectionOf({ ...all, ...guards })).toEqual(protection);
});
