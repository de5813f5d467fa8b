import { isIPv6 } from 'node:net';
import { isPublicAddress } from '@onceover/service-kit/public-address';
import { closedAddresses, openAddresses } from '@onceover/testing/addresses';
import { describe, expect, test } from 'vitest';
import { type AllowedHosts, hostOf, MAX_ADDRESS_CHARACTERS, parseWebhookAddress } from './address.ts';

const nobody: AllowedHosts = { has: () => false, hasPlain: () => false };
const allowing = (host: string, isPlain = false): AllowedHosts => ({
  has: (each) => each === host,
  hasPlain: (each) => isPlain && each === host,
});
const read = (text: string, allowed = nobody) =>
  parseWebhookAddress(text, { isStrangers: isPublicAddress, allowed })?.href ?? null;
const urlOf = (address: string) => `https://${isIPv6(address) ? `[${address}]` : address}/hook`;

test.each([
  ['https://hooks.acme.example/in', 'https://hooks.acme.example/in'],
  ['https://hooks.acme.example:8443/in?token=a%20b', 'https://hooks.acme.example:8443/in?token=a%20b'],
  ['HTTPS://Hooks.ACME.example', 'https://hooks.acme.example/'],
  ['https://hooks.acme.example./in', 'https://hooks.acme.example/in'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://under_score.acme.example/', 'https://under_score.acme.example/'],
  ['https://local.acme.example/', 'https://local.acme.example/'],
  ['https://0x08080808/', 'https://8.8.8.8/'],
])('%j is an address, written %j', (text, href) => expect(read(text)).toBe(href));

test.each([
  ...['', 'hooks.acme.example', '/in', 'ftp://hooks.acme.example/', 'javascript:alert(1)', 'file:///etc/passwd'],
  ...[
    'http://hooks.acme.example/',
    'https://',
    'https:///',
    'https://[::1',
    'https://a..example/',
    'https://a.example../',
  ],
  ...['https://me@hooks.acme.example/', 'https://me:pass@hooks.acme.example/', 'https://:pass@hooks.acme.example/'],
  ...['https://hooks.acme.example/#part', 'https://hooks.acme.example/#'],
  ...['https://-a.example/', 'https://a-.example/', `https://${'a'.repeat(64)}.example/`, 'https://a%00.example/'],
  ...[`https://${'abc.'.repeat(64)}example/`, 'https://hooks.acme.example:65536/', 'https://a.example,b.example/'],
])('%j is none', (text) => expect(read(text)).toBeNull());

test('an address has at most 2,000 characters, as given and as written', () => {
  const start = 'https://hooks.acme.example/';
  const longest = start + 'a'.repeat(MAX_ADDRESS_CHARACTERS - start.length);
  expect(read(longest)).toBe(longest);
  expect(read(`${longest}a`)).toBeNull();
  expect(read(start + 'ü'.repeat(400))).toBeNull();
});

describe('a host that is not public, as far as its name tells,', () => {
  test.each([
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'postgres', 'gateway', 'printer.local', 'a.local.'],
    ...['metadata.google.internal', 'db.internal', 'ｌｏｃａｌｈｏｓｔ', 'local', 'internal'],
  ])('such as the name %j is refused', (host) => expect(read(`https://${host}/`)).toBeNull());

  test.each([
    ...['2130706433', '0x7f000001', '0X7F.1', '017700000001', '0177.0.0.1', '127.1', '127.0.1', '127.0.0.1.', '0'],
    ...['1２7.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '0xa9fea9fe', '2852039166', '169.254.43518'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '[::]', '[64:ff9b::7f00:1]', '[fe80::1]'],
  ])('such as %s, another spelling, is refused', (host) => expect(read(`https://${host}/`)).toBeNull());

  test.each(closedAddresses)('such as %s is refused', (address) => expect(read(urlOf(address))).toBeNull());
});

test.each(openAddresses)('the public address %s is fine', (address) => expect(read(urlOf(address))).not.toBeNull());

test('what the operator allows is fine, and without TLS only if that is allowed, too', () => {
  for (const host of ['receiver', 'localhost', 'siem.corp.internal', '10.0.0.7']) {
    expect(read(`https://${host}:8443/`, allowing(host))).toBe(`https://${host}:8443/`);
    expect(read(`http://${host}/`, allowing(host))).toBeNull();
    expect(read(`http://${host}/`, allowing(host, true))).toBe(`http://${host}/`);
    expect(read(`https://me@${host}/`, allowing(host, true))).toBeNull();
    expect(read(`https://other.${host}.internal/`, allowing(host))).toBeNull();
  }
  expect(read('https://[fd00::7]/', allowing('fd00::7'))).toBe('https://[fd00::7]/');
  expect(read('https://2130706433/', allowing('127.0.0.1'))).toBe('https://127.0.0.1/');
});

test('the host of an address has no brackets', () => {
  expect(['https://[2606:4700::1]:8443/', 'https://a.example:8443/'].map((url) => hostOf(new URL(url)))).toEqual([
    '2606:4700::1',
    'a.example',
  ]);
});
