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
