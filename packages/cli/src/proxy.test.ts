import { expect, test } from 'vitest';
import { readEnvironment } from './config.ts';
import { fetchFor } from './proxy.ts';

const isProxied = (server: string, env: Record<string, string>) =>
  fetchFor(server, readEnvironment(env, 'linux')) !== globalThis.fetch;

test('only what has a proxy goes through one', () => {
  const env = { HTTPS_PROXY: 'http://proxy.example:3128' };
  expect(isProxied('https://once.example', env)).toBe(true);
  expect(isProxied('http://127.0.0.1:3000', env)).toBe(false);
  expect(isProxied('https://once.example', {})).toBe(false);
});

test.each([
  ['once.example', true],
  ['.example', true],
  ['*.example', true],
  ['example', true],
  ['other.example, once.example:443', true],
  ['*', true],
  ['once.example:8443', false],
  ['nce.example', false],
  ['once.example.org', false],
  ['', false],
])('NO_PROXY=%s', (none, isDirect) => {
  const env = { HTTPS_PROXY: 'proxy.example:3128', NO_PROXY: none };
  expect(isProxied('https://once.example', env)).toBe(!isDirect);
});

test('an address that is no proxy is named', () => {
  expect(() => isProxied('https://once.example', { HTTPS_PROXY: 'socks5://proxy.example' })).toThrow(/HTTPS_PROXY/);
});
