import { expect, test } from 'vitest';
import { normaliseHost } from './domain-names.ts';

const label63 = 'a'.repeat(63);

const hosts: readonly (readonly [header: string, host: string])[] = [
  ['once.acme.com', 'once.acme.com'],
  ['ONCE.Acme.Com', 'once.acme.com'],
  ['once.acme.com:443', 'once.acme.com'],
  ['once.acme.com:80', 'once.acme.com'],
  ['once.acme.com:65535', 'once.acme.com'],
  ['once.acme.com.', 'once.acme.com'],
  ['once.acme.com.:443', 'once.acme.com'],
  ['xn--mller-kva.de', 'xn--mller-kva.de'],
  ['XN--MLLER-KVA.DE', 'xn--mller-kva.de'],
  ['a.co', 'a.co'],
  ['1.acme.com', '1.acme.com'],
  ['my--app.acme.com', 'my--app.acme.com'],
  [`${label63}.com`, `${label63}.com`],
  ['acme.xn--p1ai', 'acme.xn--p1ai'],
];

const nonsense: readonly (readonly [why: string, header: string])[] = [
  ['nothing', ''],
  ['a space', ' '],
  ['a space first', ' once.acme.com'],
  ['a space last', 'once.acme.com '],
  ['one word', 'localhost'],
  ['one word with a port', 'localhost:3000'],
  ['loopback', '127.0.0.1'],
  ['loopback with a port', '127.0.0.1:3000'],
  ['a short address', '127.1'],
  ['a decimal address', '2130706433'],
  ['a hexadecimal address', '0x7f.0.0.0x1'],
  ['IPv6', '[::1]'],
  ['IPv6 with a port', '[::1]:3000'],
  ['bare IPv6', '::1'],
  ['a port that is none', 'once.acme.com:http'],
  ['an empty port', 'once.acme.com:'],
  ['a port too long', 'once.acme.com:123456'],
  ['two ports', 'once.acme.com:80:80'],
  ['a negative port', 'once.acme.com:-1'],
  ['two hosts', 'once.acme.com,evil.com'],
  ['two hosts and a space', 'once.acme.com, evil.com'],
  ['two hosts apart', 'once.acme.com evil.com'],
  ['a user', 'nina@once.acme.com'],
  ['a path', 'once.acme.com/x'],
  ['a scheme', 'http://once.acme.com'],
  ['a query', 'once.acme.com?x'],
  ['a fragment', 'once.acme.com#x'],
  ['a backslash', 'once.acme.com\\evil.com'],
  ['a line break', 'once.acme.com\r\nX: y'],
  ['a tab', 'once.acme.com\tevil.com'],
  ['a null', 'once.acme.com\0'],
  ['a null inside', 'once\0.acme.com'],
  ['a percent', 'once%2eacme.com'],
  ['an underscore', '_x.acme.com'],
  ['a wildcard', '*.acme.com'],
  ['a quote', '"once.acme.com"'],
  ['a tag', '<once.acme.com>'],
  ['an empty label', 'once..acme.com'],
  ['a dot first', '.acme.com'],
  ['two dots last', 'once.acme.com..'],
  ['a dot alone', '.'],
  ['a hyphen first', '-once.acme.com'],
  ['a hyphen last', 'once-.acme.com'],
  ['letters outside ASCII', 'müller.de'],
  ['a long s that folds to s', 'acme.ſe'],
  ['the Kelvin sign that folds to k', 'acme.u\u212a'],
  ['a full-width dot', 'once。acme.com'],
  ['a label of 64', `${label63}a.com`],
  ['254 characters', `${`${label63}.`.repeat(3)}${'b'.repeat(58)}.com`],
  ['a very long one', `${'a.'.repeat(5000)}com`],
];

test.each(hosts)('%j is %s', (header, host) => {
  expect(normaliseHost(header)).toBe(host);
});

test.each(nonsense)('%s is not a custom domain', (_why, header) => {
  expect(normaliseHost(header)).toBeNull();
});

test('the list has all the cases it should have', () => {
  expect(hosts.length + nonsense.length).toBeGreaterThanOrEqual(60);
});
