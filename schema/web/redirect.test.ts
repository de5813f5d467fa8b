import { expect, test } from 'vitest';
import { afterSignIn, safeRedirect } from './redirect.ts';

const origin = 'https://once.example';

/** Taken as they are. */
const good = [
  '/dashboard',
  '/dashboard/desk',
  '/recent',
  '/account',
  '/account/security',
  '/account/programs',
  '/account/data',
  '/account/domains',
  '/account/domains/add',
  '/account/domains/once.acme.example/verify',
  '/account/domains/xn--bcher-kva.example/verify',
  '/account/webhooks/0193f8a4-5b1c-7d2e-8f3a-4b5c6d7e8f90',
  '/colonel',
  '/colonel/customers',
  '/colonel/customers/0193f8a4-5b1c-7d2e-8f3a-4b5c6d7e8f90',
  '/recent?after=abc',
  '/recent?status=RECEIVED&after=a-b_c',
  '/dashboard?notice=welcome',
  '/account?section=sessions',
  '/account?next=/logout',
  '/account?next=//evil.example',
  '/dashboard?redirect=https://evil.example',
  '/dashboard?a=%2F%2Fevil.example',
  '/dashboard?%5C',
];

const slashes = [
  '//',
  '///',
  '////',
  '/\\',
  '/\\\\',
  '\\/',
  '\\\\',
  '/\\/',
  '//\\',
  '\\',
  '/%2f',
  '/%2F%2F',
  '%2f%2f',
  '/%5c',
];
const hosts = [
  'evil.example',
  'evil.example/dashboard',
  'once.example',
  'once.example@evil.example',
  'user@once.example',
];
const schemes = [
  ...['https:', 'http:', 'https://', 'http://', 'https:/', 'https:\\\\', 'HTTPS://', 'ftp://', 'ws://', 'file://'],
  ...['javascript:', 'JaVaScRiPt:', 'data:text/html,', 'vbscript:', 'blob:https://', 'mailto:', 'view-source:https://'],
];
/** What browsers skip or change inside addresses. */
const skipped = [
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\0',
  '\x01',
  '\x0b',
  '\x1f',
  '\x7f',
  ' ',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u200b',
];
const otherPages = [
  ...[
    '/',
    '',
    '/logout',
    '/signin',
    '/signup',
    '/signup/identity',
    '/forgot',
    '/forgot/key',
    '/secret/x',
    '/private/x',
  ],
  ...['/private/x/burn', '/incoming', '/feedback', '/about', '/pricing', '/api/v2/logout', '/graphql', '/dist/x.js'],
  ...[
    '/nope',
    '/dashboards',
    '/dashboard/',
    '/dashboard/x',
    '/Dashboard',
    '/DASHBOARD',
    '/accounts',
    '/account/',
    '/recentx',
  ],
  ...[
    '/account/domains/',
    '/account/domains/x',
    '/account/domains/x/verify/y',
    '/account/domains//verify',
    '/colonel/customers/UPPER',
    '/colonel/customers//x',
    '/colonel/a/b/c',
  ],
  ...['/account/domains/UPPER.example/verify', '/account/domains/a b/verify', '/account/domains/a%2fb/verify'],
];
const hidden = [
  ...[
    '/dashboard/../logout',
    '/account/../../logout',
    '/./dashboard',
    '/x/../dashboard',
    '/dashboard/.',
    '/dashboard/..',
  ],
  ...['/%64ashboard', '/dashboard%2f', '/dashboard%00', '/dashboard%0d%0aLocation:%20x', '/account/%2e%2e/logout'],
  ...[
    '/%2e%2e/dashboard',
    '/dashboard;x=1',
    '/dashboard,',
    '/dashboard:80',
    '/dashboard#x',
    '/dashboard#',
    '/recent?a#b',
  ],
  ...['/dashboard?a b', '/dashboard?ä', '/dashboard?a=<script>', '/dashboard?a="x"', '/dashböard', '/\u2215dashboard'],
  ...[
    '／dashboard',
    '/dashboard\u0000',
    '.',
    '..',
    './dashboard',
    '../dashboard',
    'dashboard',
    '?redirect=/dashboard',
    '#/dashboard',
  ],
  ...['@evil.example', ':80/dashboard', '/@evil.example', '/.evil.example', '/:evil.example', '.evil.example'],
];

const bad = [
  ...slashes.flatMap((start) => hosts.map((host) => `${start}${host}`)),
  ...schemes.flatMap((scheme) => [`${scheme}evil.example`, `${scheme}once.example/dashboard`]),
  ...skipped.flatMap((character) => [
    `${character}/dashboard`,
    `/${character}/evil.example`,
    `/dashboard${character}`,
    `/dash${character}board`,
  ]),
  ...otherPages,
  ...hidden,
  `/dashboard?${'a'.repeat(600)}`,
  `/dashboard?${'ä'.repeat(200)}`,
];

test('the corpus is large enough', () => {
  expect(new Set([...good, ...bad]).size).toBeGreaterThanOrEqual(200);
});

test.each(good)('%j is a page of ours that needs sign-in', (target) => {
  expect(safeRedirect(target, origin)).toBe(target);
});

test.each(bad)('%j leads to the dashboard', (target) => {
  expect(safeRedirect(target, origin)).toBe(afterSignIn);
});

test.each([null, undefined])('%s leads to the dashboard', (target) => {
  expect(safeRedirect(target, origin)).toBe(afterSignIn);
});

test('512 characters are enough, 513 too many', () => {
  const target = (length: number) => `/recent?after=${'a'.repeat(length - 14)}`;
  expect(safeRedirect(target(512), origin)).toHaveLength(512);
  expect(safeRedirect(target(513), origin)).toBe(afterSignIn);
});
