import { expect, test } from 'vitest';
import { absent, type SecretState } from './secret.ts';
import { type ShowGeneratedValue, showGeneratedValue } from './show-generated-value.ts';

const createdAt = new Date('2026-01-05T10:00:00Z');
const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000);
const living: SecretState = { status: 'new', expiresAt: after(3600) };
const wish: ShowGeneratedValue = {
  kind: 'generate',
  hasPassphrase: false,
  createdAt,
  shownAt: null,
  at: after(5),
  withinSeconds: 30,
};

test('a generated value is shown once more soon after its creation, and the event says nothing of it', () => {
  const event = { type: 'secret.generated_value_shown', schemaVersion: 1, data: {} };
  expect(showGeneratedValue(wish, living)).toEqual(event);
  expect(showGeneratedValue({ ...wish, at: after(29.999) }, living)).toEqual(event);
});

test.each<[string, Partial<ShowGeneratedValue>]>([
  ['a text that somebody shared', { kind: 'share' }],
  ['what was sent to the desk', { kind: 'incoming' }],
  ['the proof of an address', { kind: 'verification' }],
  ['a value with a passphrase', { hasPassphrase: true }],
  ['a value that was shown before', { shownAt: after(1) }],
  ['a value whose time is over', { at: after(30) }],
  ['any value where the site shows none again', { withinSeconds: 0, at: createdAt }],
])('%s is not shown', (_what, change) => expect(showGeneratedValue({ ...wish, ...change }, living)).toBeNull());

test.each<[string, SecretState]>([
  ['never was', absent],
  ['was opened', { status: 'received' }],
  ['was burned', { status: 'burned' }],
  ['expired', { status: 'expired' }],
  ['is over, which nobody has recorded yet', { status: 'new', expiresAt: wish.at }],
])('of a secret that %s nothing is shown', (_how, state) => expect(showGeneratedValue(wish, state)).toBeNull());
