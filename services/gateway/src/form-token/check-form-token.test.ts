import { loadConfig } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { gatewayConfig } from '../config.ts';
import { siteOf } from '../hosts/site.ts';
import { checkFormToken, isCrossSite, sentShrimp } from './check-form-token.ts';
import { formTokens, PLACEHOLDER_SHRIMP } from './form-token.ts';
import { formTokenKeysFrom } from './form-token-keys.ts';

const site = siteOf(loadConfig({ gateway: gatewayConfig }, {}).gateway, 3000);
const tokens = formTokens(formTokenKeysFrom(Buffer.alloc(32, 1)));
const session = tokens.newAnonymousSession();

function check(request: { headers?: Record<string, string>; session?: string; shrimp?: string }) {
  const { headers = {}, session: sent, shrimp } = request;
  return checkFormToken({ headers, session: sent, shrimp }, tokens, site);
}

test('a request without cookies needs no token and gets the placeholder', () => {
  expect(check({})).toEqual({ isRefused: false, shrimp: PLACEHOLDER_SHRIMP });
});

test('a session with its token passes and gets a fresh one', () => {
  const shrimp = tokens.issue(session);
  const verdict = check({ session, shrimp });
  expect(verdict.isRefused).toBe(false);
  expect(verdict.shrimp).not.toBe(shrimp);
  expect(tokens.isValid(verdict.shrimp, session)).toBe(true);
});

test('a session without, or with a wrong, token is refused and gets a token that works', () => {
  for (const shrimp of ['', 'v1.forged.forged', tokens.issue(tokens.newAnonymousSession())]) {
    const verdict = check({ session, shrimp });
    expect(verdict).toMatchObject({ isRefused: true });
    expect(verdict.newSession).toBeUndefined();
    expect(tokens.isValid(verdict.shrimp, session)).toBe(true);
  }
});

test('an unknown session is never adopted: a new one comes with the refusal, and its token fits', () => {
  const verdict = check({ session: 'chosen-by-somebody', shrimp: 'v1.x.y' });
  expect(verdict.isRefused).toBe(true);
  expect(verdict.newSession).toBeDefined();
  expect(tokens.isValid(verdict.shrimp, verdict.newSession ?? '')).toBe(true);
});

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { referer: 'https://evil.example/page' },
  { referer: 'nonsense' },
])('a request from another site is refused even with a right token: %o', (headers: Record<string, string>) => {
  expect(check({ headers, session, shrimp: tokens.issue(session) }).isRefused).toBe(true);
  expect(check({ headers }).isRefused).toBe(true);
});

test.each([
  {},
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { origin: 'http://localhost:3000' },
  { referer: 'http://127.0.0.1:3000/private/x' },
])('our own pages and plain clients are not another site: %o', (headers: Record<string, string>) => {
  expect(isCrossSite(headers, site)).toBe(false);
});

test('the header wins over the body, and an empty header does not count', () => {
  expect(sentShrimp({ 'o-shrimp': 'header' }, 'body')).toBe('header');
  expect(sentShrimp({ 'onetime-shrimp': 'older' }, 'body')).toBe('older');
  expect(sentShrimp({ 'o-shrimp': '' }, 'body')).toBe('body');
  expect(sentShrimp({}, undefined)).toBeUndefined();
});
