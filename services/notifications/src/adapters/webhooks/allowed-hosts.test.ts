import { expect, test } from 'vitest';
import { parseAllowedHosts } from './allowed-hosts.ts';

const allowed = (text: string, host: string) => parseAllowedHosts(text)?.has(host);
const plain = (text: string, host: string) => parseAllowedHosts(text)?.hasPlain(host);

test('names, addresses and blocks are allowed, and nothing besides', () => {
  const text = 'siem, Tickets.corp.internal ,10.1.0.0/16,192.168.0.7, fd00:1::/32, [fd00:2::1]';
  for (const host of ['siem', 'tickets.corp.internal', '10.1.2.3', '192.168.0.7', 'fd00:1::9', 'fd00:2::1']) {
    expect([host, allowed(text, host), plain(text, host)]).toEqual([host, true, false]);
  }
  for (const host of ['siem2', 'corp.internal', '10.2.0.1', '192.168.0.8', 'fd00:2::2', '127.0.0.1', '::1', '']) {
    expect([host, allowed(text, host)]).toEqual([host, false]);
  }
});

test('only what is written with http:// may be reached without TLS', () => {
  const text = 'http://siem,http://10.1.0.0/16,tickets,fd00::/8';
  for (const host of ['siem', '10.1.2.3']) expect([allowed(text, host), plain(text, host)]).toEqual([true, true]);
  for (const host of ['tickets', 'fd00::1']) expect([allowed(text, host), plain(text, host)]).toEqual([true, false]);
});

test('nothing is allowed where nothing is written', () => {
  expect([allowed('', '127.0.0.1'), allowed(' , ', 'localhost'), plain('', '')]).toEqual([false, false, false]);
});

test.each([
  ...['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', 'https://siem', 'siem:8080', 'http://siem/', 'a b'],
  ...['siem/8', '*.corp', 'http://', '10.0.0.0/-1', '[siem', 'siem.'],
])('%j is none of these', (text) => expect(parseAllowedHosts(`siem,${text}`)).toBeNull());
