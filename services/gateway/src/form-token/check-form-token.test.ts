import { loadConfig } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { gatewayConfig } from '../config.ts';
import { siteOf } from '../http/site.ts';
import { checkFormToken, freshFor, hasBorrowedAuthority, isCrossSite, sentShrimp } from './check-form-token.ts';
import { formTokens, PLACEHOLDER_SHRIMP } from './form-token.ts';
import { formTokenKeysFrom } from './form-token-keys.ts';

const site = siteOf(loadConfig({ gateway: gatewayConfig }, {}).gateway, 3000);
const tokens = formTokens(formTokenKeysFrom(Buffer.alloc(32, 1)));
const session = tokens.newAnonymousSession();
const check = (sent: { session?: string; isStale?: boolean; shrimp?: string }) =>
  checkFormToken({ session: sent.session, isStale: sent.isStale ?? false }, sent.shrimp, tokens);

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
  const verdict = check({ isStale: true, shrimp: tokens.issue('chosen-by-somebody') });
  expect(verdict.isRefused).toBe(true);
  expect(verdict.newSession).toBeDefined();
  expect(tokens.isValid(verdict.shrimp, verdict.newSession ?? '')).toBe(true);
});

test('a customer`s session is bound like a visitor`s', () => {
  const stored = 'k'.repeat(43);
  expect(check({ session: stored, shrimp: tokens.issue(stored) }).isRefused).toBe(false);
  expect(check({ session: stored, shrimp: tokens.issue(session) }).isRefused).toBe(true);
});

test('before the session is looked up, a token is bound to what was sent and good for nothing else', () => {
  expect(freshFor(undefined, tokens)).toBe(PLACEHOLDER_SHRIMP);
  const token = freshFor('chosen-by-somebody', tokens);
  expect(tokens.isValid(token, session)).toBe(false);
  expect(tokens.isValid(token, 'chosen-by-somebody')).toBe(true);
});

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { referer: 'https://evil.example/page' },
  { referer: 'nonsense' },
  { origin: 'http://localhost:3000', referer: 'https://evil.example/' },
  { origin: '' },
])('a request from another site is recognised: %o', (headers: Record<string, string>) => {
  expect(isCrossSite(headers, site.origins)).toBe(true);
});

test.each([
  {},
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { origin: 'http://localhost:3000' },
  { referer: 'http://127.0.0.1:3000/private/x' },
  { origin: 'http://localhost:3000', referer: 'http://localhost:3000/' },
  { referer: '' },
])("the site's own pages and plain clients are not another site: %o", (headers: Record<string, string>) => {
  expect(isCrossSite(headers, site.origins)).toBe(false);
});

const crossSite = { 'sec-fetch-site': 'cross-site' };

test.each([
  ['a page of another site', { ...crossSite, origin: 'https://page.example' }, false],
  ['a page that hides its origin', { ...crossSite, origin: 'null' }, false],
  ['a browser extension', { ...crossSite, origin: 'chrome-extension://abcdefghijklmnop' }, false],
  ['an extension that sends no origin', crossSite, false],
  ['a page of a sibling site', { 'sec-fetch-site': 'same-site', origin: 'https://sibling.example' }, false],
  ['an old browser, which says the origin only', { origin: 'https://page.example' }, false],
  ['a page of another site with a token', { ...crossSite, authorization: 'Basic eDp5' }, false],
  [
    'the same with cookies, which do not count beside it',
    { ...crossSite, authorization: 'Basic x', cookie: 'sess=a' },
    false,
  ],
  ['a session', { ...crossSite, origin: 'https://page.example', cookie: 'sess=a' }, true],
  ['a remembered browser', { ...crossSite, cookie: 'sess-rm=a' }, true],
  ['any cookie', { ...crossSite, cookie: 'locale=de' }, true],
  [
    'an extension with the cookies of the site',
    { origin: 'chrome-extension://abcdefghijklmnop', cookie: 'sess=a' },
    true,
  ],
  ['our origin, marked as another site', { ...crossSite, origin: 'http://localhost:3000' }, true],
])('what a browser holds for us may be borrowed, and nothing else: %s', (_who, headers: Record<string, string>, is) => {
  expect(isCrossSite(headers, site.origins)).toBe(true);
  expect(hasBorrowedAuthority(headers, site.origins)).toBe(is);
});

test('the header wins over the body, and an empty header does not count', () => {
  expect(sentShrimp({ 'o-shrimp': 'header' }, 'body')).toBe('header');
  expect(sentShrimp({ 'onetime-shrimp': 'older' }, 'body')).toBe('older');
  expect(sentShrimp({ 'o-shrimp': '' }, 'body')).toBe('body');
  expect(sentShrimp({}, undefined)).toBeUndefined();
});
