import { describe, expect, test } from 'vitest';
import { parseDomainName } from './domain-names.ts';

const label63 = 'a'.repeat(63);
/** 225 characters: the longest host whose challenge still fits into a name. */
const longest = `${'a'.repeat(32)}.${label63}.${label63}.${'b'.repeat(57)}.acme.com`
  .slice(-225)
  .replace(/^[.-]+/, 'aa');

/** What is typed, the host it is, what is registered of it, its suffix. */
const hosts: readonly (readonly [typed: string, host: string, base: string, tld: string])[] = [
  ['acme.com', 'acme.com', 'acme.com', 'com'],
  ['once.acme.com', 'once.acme.com', 'acme.com', 'com'],
  ['a.b.once.acme.com', 'a.b.once.acme.com', 'acme.com', 'com'],
  ['once.acme.example', 'once.acme.example', 'acme.example', 'example'],
  ['acme.example', 'acme.example', 'acme.example', 'example'],
  ['ONCE.Acme.COM', 'once.acme.com', 'acme.com', 'com'],
  ['  once.acme.com  ', 'once.acme.com', 'acme.com', 'com'],
  ['\tonce.acme.com\n', 'once.acme.com', 'acme.com', 'com'],
  ['once.acme.com.', 'once.acme.com', 'acme.com', 'com'],
  ['x.com', 'x.com', 'x.com', 'com'],
  ['0.acme.com', '0.acme.com', 'acme.com', 'com'],
  ['123.acme.com', '123.acme.com', 'acme.com', 'com'],
  ['123.com', '123.com', '123.com', 'com'],
  ['1.2.3.4.com', '1.2.3.4.com', '4.com', 'com'],
  ['my-app.acme.com', 'my-app.acme.com', 'acme.com', 'com'],
  ['my--app.acme.com', 'my--app.acme.com', 'acme.com', 'com'],
  ['r3---sn.acme.com', 'r3---sn.acme.com', 'acme.com', 'com'],
  ['bbc.co.uk', 'bbc.co.uk', 'bbc.co.uk', 'co.uk'],
  ['news.bbc.co.uk', 'news.bbc.co.uk', 'bbc.co.uk', 'co.uk'],
  ['acme.com.au', 'acme.com.au', 'acme.com.au', 'com.au'],
  ['share.acme.co.jp', 'share.acme.co.jp', 'acme.co.jp', 'co.jp'],
  ['city.kobe.jp', 'city.kobe.jp', 'city.kobe.jp', 'kobe.jp'],
  ['a.b.c.kobe.jp', 'a.b.c.kobe.jp', 'b.c.kobe.jp', 'c.kobe.jp'],
  ['www.ck', 'www.ck', 'www.ck', 'ck'],
  ['a.b.ck', 'a.b.ck', 'a.b.ck', 'b.ck'],
  ['acme.io', 'acme.io', 'acme.io', 'io'],
  ['acme.dev', 'acme.dev', 'acme.dev', 'dev'],
  ['acme.museum', 'acme.museum', 'acme.museum', 'museum'],
  ['acme.travel', 'acme.travel', 'acme.travel', 'travel'],
  ['acme.gov.uk', 'acme.gov.uk', 'acme.gov.uk', 'gov.uk'],
  ['acme.com.br', 'acme.com.br', 'acme.com.br', 'com.br'],
  ['acme.k12.ca.us', 'acme.k12.ca.us', 'acme.k12.ca.us', 'k12.ca.us'],
  // suffixes that strangers share: what is registered is below them
  ['acme.github.io', 'acme.github.io', 'acme.github.io', 'github.io'],
  ['once.acme.github.io', 'once.acme.github.io', 'acme.github.io', 'github.io'],
  ['acme.blogspot.com', 'acme.blogspot.com', 'acme.blogspot.com', 'blogspot.com'],
  ['acme.herokuapp.com', 'acme.herokuapp.com', 'acme.herokuapp.com', 'herokuapp.com'],
  ['acme.pages.dev', 'acme.pages.dev', 'acme.pages.dev', 'pages.dev'],
  // other scripts
  ['müller.de', 'xn--mller-kva.de', 'xn--mller-kva.de', 'de'],
  ['MÜLLER.de', 'xn--mller-kva.de', 'xn--mller-kva.de', 'de'],
  ['mu\u0308ller.de', 'xn--mller-kva.de', 'xn--mller-kva.de', 'de'],
  ['xn--mller-kva.de', 'xn--mller-kva.de', 'xn--mller-kva.de', 'de'],
  ['XN--MLLER-KVA.de', 'xn--mller-kva.de', 'xn--mller-kva.de', 'de'],
  ['straße.de', 'xn--strae-oqa.de', 'xn--strae-oqa.de', 'de'],
  ['strasse.de', 'strasse.de', 'strasse.de', 'de'],
  ['ςίγμα.gr', 'xn--kxaef0b1a.gr', 'xn--kxaef0b1a.gr', 'gr'],
  ['例え.jp', 'xn--r8jz45g.jp', 'xn--r8jz45g.jp', 'jp'],
  ['例子.中国', 'xn--fsqu00a.xn--fiqs8s', 'xn--fsqu00a.xn--fiqs8s', 'xn--fiqs8s'],
  ['xn--fsqu00a.xn--fiqs8s', 'xn--fsqu00a.xn--fiqs8s', 'xn--fsqu00a.xn--fiqs8s', 'xn--fiqs8s'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai', 'xn--p1ai'],
  ['ПРИМЕР.РФ', 'xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai', 'xn--p1ai'],
  ['שלום.ישראל', 'xn--9dbne9b.xn--4dbrk0ce', 'xn--9dbne9b.xn--4dbrk0ce', 'xn--4dbrk0ce'],
  ['مثال.امارات', 'xn--mgbh0fb.xn--mgbaam7a8h', 'xn--mgbh0fb.xn--mgbaam7a8h', 'xn--mgbaam7a8h'],
  ['उदाहरण.भारत', 'xn--p1b6ci4b4b3a.xn--h2brj9c', 'xn--p1b6ci4b4b3a.xn--h2brj9c', 'xn--h2brj9c'],
  ['한국.kr', 'xn--3e0b707e.kr', 'xn--3e0b707e.kr', 'kr'],
  ['ไทย.th', 'xn--o3cw4h.th', 'xn--o3cw4h.th', 'th'],
  ['i❤.ws', 'xn--i-7iq.ws', 'xn--i-7iq.ws', 'ws'],
  ['acme\u2044x.com', 'xn--acmex-g33b.com', 'xn--acmex-g33b.com', 'com'],
  ['geheim.müller.de', 'geheim.xn--mller-kva.de', 'xn--mller-kva.de', 'de'],
  // other ways to write a dot or a letter
  ['once。acme。com', 'once.acme.com', 'acme.com', 'com'],
  ['once．acme．com', 'once.acme.com', 'acme.com', 'com'],
  ['once｡acme｡com', 'once.acme.com', 'acme.com', 'com'],
  ['ｏｎｃｅ.acme.com', 'once.acme.com', 'acme.com', 'com'],
  ['on\u00adce.acme.com', 'once.acme.com', 'acme.com', 'com'],
  ['on\u200bce.acme.com', 'once.acme.com', 'acme.com', 'com'],
  ['\ufb01sh.com', 'fish.com', 'fish.com', 'com'],
  ['ⓐcme.com', 'acme.com', 'acme.com', 'com'],
  ['acme.℡', 'acme.tel', 'acme.tel', 'tel'],
  // lengths
  [`${label63}.com`, `${label63}.com`, `${label63}.com`, 'com'],
  [`${label63}.acme.com`, `${label63}.acme.com`, 'acme.com', 'com'],
  ['a.b.c.d.e.f.g.h.acme.com', 'a.b.c.d.e.f.g.h.acme.com', 'acme.com', 'com'],
  [longest, longest, 'acme.com', 'com'],
];

const nonsense: readonly (readonly [why: string, typed: string])[] = [
  ['nothing', ''],
  ['only a space', ' '],
  ['only a dot', '.'],
  ['only dots', '..'],
  ['one word', 'localhost'],
  ['one word with a dot', 'localhost.'],
  ['a suffix', 'com'],
  ['a suffix with dots', '.com'],
  ['a suffix of two labels', 'co.uk'],
  ['a suffix of three labels', 'k12.ca.us'],
  ['a suffix by a wildcard rule', 'foo.ck'],
  ['a suffix by a wildcard rule in Kobe', 'c.kobe.jp'],
  ['a suffix in another script', '中国'],
  ['the suffix of documentation', 'example'],
  ['a suffix that strangers share', 'github.io'],
  ['another one', 'blogspot.com'],
  ['a third one', 'herokuapp.com'],
  ['a fourth one', 's3.amazonaws.com'],
  ['an unknown suffix', 'acme.notasuffix'],
  ['a local suffix', 'printer.local'],
  ['an internal suffix', 'db.internal'],
  ['a home network', 'box.home.arpa'],
  ['a reverse name', '1.0.0.127.in-addr.arpa'],
  ['a Tor service', 'duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad.onion'],
  ['localhost below', 'foo.localhost'],
  ['the test suffix', 'acme.test'],
  ['the invalid suffix', 'acme.invalid'],
  ['loopback', '127.0.0.1'],
  ['an address', '93.184.216.34'],
  ['a short address', '127.1'],
  ['a decimal address', '2130706433'],
  ['a hexadecimal address', '0x7f000001'],
  ['a hexadecimal part', '0x7f.1'],
  ['an octal address', '0177.0.0.1'],
  ['an address with a dot', '127.0.0.1.'],
  ['an address in full-width digits', '１２７.０.０.１'],
  ['an address in circled digits', '①②⑦.⓪.⓪.①'],
  ['the metadata service', '169.254.169.254'],
  ['a private address', '10.0.0.1'],
  ['a broken address', '999.999.999.999'],
  ['an IPv6 address', '::1'],
  ['an IPv6 address in brackets', '[::1]'],
  ['a long IPv6 address', '[2001:db8::1]'],
  ['a mapped address', '[::ffff:127.0.0.1]'],
  ['a wildcard', '*.acme.com'],
  ['a wildcard alone', '*'],
  ['a wildcard inside', 'a*b.acme.com'],
  ['a scheme', 'https://acme.com'],
  ['a scheme and a path', 'https://acme.com/secret'],
  ['a relative scheme', '//acme.com'],
  ['a path', 'acme.com/'],
  ['a backslash', 'acme.com\\'],
  ['a query', 'acme.com?x=1'],
  ['a fragment', 'acme.com#x'],
  ['a port', 'acme.com:443'],
  ['a user', 'nina@acme.com'],
  ['a user and a password', 'nina:pw@acme.com'],
  ['an underscore', '_dmarc.acme.com'],
  ['an underscore inside', 'a_b.acme.com'],
  ['a space inside', 'once acme.com'],
  ['a space after a dot', 'once. acme.com'],
  ['two names', 'acme.com,acme.org'],
  ['two names with a semicolon', 'acme.com;acme.org'],
  ['a line break', 'acme.com\nacme.org'],
  ['a carriage return', 'acme.com\r\nHost: evil.com'],
  ['a null', 'acme.com\0'],
  ['a null inside', 'ac\0me.com'],
  ['a percent', 'ac%6De.com'],
  ['an encoded dot', 'acme%2ecom'],
  ['an entity', 'acme&#46;com'],
  ['quotes', '"acme.com"'],
  ['apostrophes', "'acme.com'"],
  ['angle brackets', '<acme.com>'],
  ['a tag', '<b>acme</b>.com'],
  ['a dollar', '$acme.com'],
  ['an exclamation mark', 'acme!.com'],
  ['a plus', 'ac+me.com'],
  ['an equals sign', 'ac=me.com'],
  ['a tilde', '~acme.com'],
  ['parentheses', 'acme(1).com'],
  ['braces', '{acme}.com'],
  ['a pipe', 'acme|x.com'],
  ['a backquote', 'acme`x.com'],
  ['a hyphen first', '-acme.com'],
  ['a hyphen last', 'acme-.com'],
  ['a hyphen first in a label', 'once.-acme.com'],
  ['a hyphen last in a label', 'once-.acme.com'],
  ['a hyphen alone', '-.acme.com'],
  ['an empty label first', '.acme.com'],
  ['an empty label inside', 'once..acme.com'],
  ['an empty label last', 'acme.com..'],
  ['an empty label in full width', 'once。。acme.com'],
  ['only invisible characters', '\u00ad\u200b.com'],
  ['broken punycode', 'xn--zzzz1.com'],
  ['empty punycode', 'xn--.com'],
  ['punycode of plain letters', 'xn--acme-.com'],
  ['punycode of an upper case letter', 'xn--a-ecp.com'],
  ['a joiner where none joins', 'a\u200db.com'],
  ['a non-joiner where none joins', 'a\u200cb.com'],
  ['a combining mark first', '\u0308acme.com'],
  ['two directions, digit first', '1א.com'],
  ['two directions in a label', 'אa.com'],
  ['digits of two scripts', 'א1٠.com'],
  ['a right-to-left override', 'acme\u202ecom.com'],
  ['a private use character', 'ac\ue000me.com'],
  ['an unassigned character', 'ac\u0378me.com'],
  ['half a surrogate', 'ac\ud800me.com'],
  ['a full-width slash', 'acme／x.com'],
  ['a full-width question mark', 'acme？x.com'],
  ['a full-width at sign', 'nina＠acme.com'],
  ['a full-width colon', 'acme.com：80'],
  ['a care-of sign', 'acme℀.com'],
  ['a label of 64', `${label63}a.com`],
  ['a label of 64 in punycode', `${'ü'.repeat(60)}.com`],
  ['eleven labels', 'a.b.c.d.e.f.g.h.i.acme.com'],
  ['no room for the challenge', `b.${longest}`],
  ['254 characters', `${label63}.${label63}.${label63}.${'b'.repeat(57)}.com.`],
  ['a thousand characters', `${'a.'.repeat(500)}com`],
  ['a million characters', 'a'.repeat(1_000_000)],
];

describe('a public host', () => {
  test.each(hosts)('%j is %s', (typed, host, base, tld) => {
    const trd = host === base ? null : host.slice(0, -base.length - 1);
    const sld = base.slice(0, -tld.length - 1);
    expect(parseDomainName(typed)).toMatchObject({ host, baseDomain: base, tld, sld, trd });
  });

  test('reads the same when its stored form is read again', () => {
    for (const [, host] of hosts) expect(parseDomainName(host)?.host).toBe(host);
  });

  test('is shown to people in its own script', () => {
    expect(parseDomainName('xn--mller-kva.de')?.displayDomain).toBe('müller.de');
    expect(parseDomainName('ПРИМЕР.РФ')?.displayDomain).toBe('пример.рф');
    expect(parseDomainName('Once.Acme.com')?.displayDomain).toBe('once.acme.com');
  });

  test('is shown in punycode where its characters are symbols, some of which look like others', () => {
    expect(parseDomainName('acme\u2044x.com')?.displayDomain).toBe('xn--acmex-g33b.com');
    expect(parseDomainName('i❤.ws')?.displayDomain).toBe('xn--i-7iq.ws');
  });
});

test.each(nonsense)('%s is not a public host', (_why, typed) => {
  expect(parseDomainName(typed)).toBeNull();
});

test('the list has all the cases it should have', () => {
  expect(hosts.length + nonsense.length).toBeGreaterThanOrEqual(150);
  expect(new Set([...hosts, ...nonsense.map(([, typed]) => [typed])].map(([typed]) => typed)).size).toBe(
    hosts.length + nonsense.length,
  );
});
