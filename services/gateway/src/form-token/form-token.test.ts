import { expect, test } from 'vitest';
import { formTokens, PLACEHOLDER_SHRIMP } from './form-token.ts';
import { formTokenKeysFrom } from './form-token-keys.ts';

const tokens = formTokens(formTokenKeysFrom(Buffer.alloc(32, 1)));
const otherInstallation = formTokens(formTokenKeysFrom(Buffer.alloc(32, 2)));

test('a token is valid for its own session, any number of times', () => {
  const session = tokens.newAnonymousSession();
  const [first, second] = [tokens.issue(session), tokens.issue(session)];
  expect(first).not.toBe(second);
  for (const shrimp of [first, second, first]) expect(tokens.isValid(shrimp, session)).toBe(true);
});

test('a token of another session or another installation is refused', () => {
  const session = tokens.newAnonymousSession();
  expect(tokens.isValid(tokens.issue(tokens.newAnonymousSession()), session)).toBe(false);
  expect(tokens.isValid(otherInstallation.issue(session), session)).toBe(false);
});

test('only sessions of this installation are known', () => {
  expect(tokens.isAnonymousSession(tokens.newAnonymousSession())).toBe(true);
  expect(tokens.isAnonymousSession(otherInstallation.newAnonymousSession())).toBe(false);
  expect(tokens.isAnonymousSession(undefined)).toBe(false);
  expect(tokens.isAnonymousSession('a.chosen-by-somebody')).toBe(false);
});

test('a token with any character changed is refused', () => {
  const session = tokens.newAnonymousSession();
  const shrimp = tokens.issue(session);
  for (let at = 0; at < shrimp.length; at += 1) {
    const changed = `${shrimp.slice(0, at)}${shrimp[at] === 'A' ? 'B' : 'A'}${shrimp.slice(at + 1)}`;
    expect(tokens.isValid(changed, session)).toBe(false);
  }
});

test.each([undefined, '', PLACEHOLDER_SHRIMP, 'v1..', 'v1.a.b.c', `v1.${'a'.repeat(300)}`, 'v1.é.é'])(
  'nonsense such as %s is refused',
  (shrimp) => expect(tokens.isValid(shrimp, tokens.newAnonymousSession())).toBe(false),
);

test('tokens and sessions are short and safe in URLs, headers and cookies', () => {
  const session = tokens.newAnonymousSession();
  expect(session).toMatch(/^[A-Za-z0-9_.-]{20,200}$/);
  expect(tokens.issue(session)).toMatch(/^[A-Za-z0-9_.-]{20,200}$/);
});

test.each(['v1', 'v1.a', 'a.a'])('so is %s, of which a part is missing', (shrimp) => {
  expect(tokens.isValid(shrimp, tokens.newAnonymousSession())).toBe(false);
});

test('a token with something behind it is refused', () => {
  const session = tokens.newAnonymousSession();
  expect(tokens.isValid(`${tokens.issue(session)}.`, session)).toBe(false);
  expect(tokens.isAnonymousSession(`${session}.`)).toBe(false);
});

test.each([1, 2])('only one spelling of the same bytes is taken, part %i', (part) => {
  const session = tokens.newAnonymousSession();
  const parts = tokens.issue(session).split('.');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const text = parts[part] ?? '';
  // The last character has spare bits: its neighbour means the same bytes.
  const other = text.slice(0, -1) + alphabet[alphabet.indexOf(text.slice(-1)) ^ 1];
  expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(text, 'base64url'));
  expect(tokens.isValid(parts.with(part, other).join('.'), session)).toBe(false);
  expect(tokens.isValid(parts.join('.'), session)).toBe(true);
});

test('tokens and sessions that an earlier version gave out stay valid', () => {
  const session = 'a.hHqbUOLxkAP8-rN38uuIIg.gOk98jaQdHsPAM6tWTleJFiC0qhkUPfmfbSkPg1x6lk';
  expect(tokens.isAnonymousSession(session)).toBe(true);
  const shrimp = 'v1.RNdr1gA1VEy4RUswdRAlsA.T2fgDYxIcTrY4O_0q7Ih33DGWcJZbHXVlMrr-VehNZ0';
  expect(tokens.isValid(shrimp, session)).toBe(true);
  expect(PLACEHOLDER_SHRIMP).toBe('v1.none');
});
