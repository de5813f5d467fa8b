import { isLoopback } from '@onceover/schema/site-host';
import { loadConfig } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { gatewayConfig } from '../config.ts';
import { siteOf } from './site.ts';

function siteWith(env: Record<string, string>, port = 3000) {
  return siteOf(loadConfig({ gateway: gatewayConfig }, env).gateway, port);
}

test("on loopback links are http, and every loopback name with the port is the site's", () => {
  const site = siteWith({});
  expect(site.origin).toBe('http://127.0.0.1:3000');
  expect(site.isProduction).toBe(false);
  expect([...site.hosts]).toEqual(['127.0.0.1:3000', 'localhost:3000', '[::1]:3000']);
});

test("a public site host means https, and only that host is the site's", () => {
  const site = siteWith({ ONCEOVER_SITE_HOST: 'once.example' });
  expect(site.origin).toBe('https://once.example');
  expect(site.isProduction).toBe(true);
  expect([...site.hosts]).toEqual(['once.example']);
});

test('listening beyond loopback needs a site host', () => {
  expect(() => siteWith({ ONCEOVER_HOST: '0.0.0.0' })).toThrow('ONCEOVER_SITE_HOST is required');
});

test('request limits can be off on loopback only', () => {
  expect(siteWith({ ONCEOVER_RATE_LIMITS: 'off' }).isProduction).toBe(false);
  expect(() => siteWith({ ONCEOVER_RATE_LIMITS: 'off', ONCEOVER_SITE_HOST: 'once.example' })).toThrow('loopback only');
  expect(() =>
    siteWith({ ONCEOVER_RATE_LIMITS: 'off', ONCEOVER_HOST: '0.0.0.0', ONCEOVER_SITE_HOST: 'localhost:3000' }),
  ).toThrow('loopback only');
});

test('a mistyped site host is refused', () => {
  expect(() => siteWith({ ONCEOVER_SITE_HOST: 'https://once.example/' })).toThrow('ONCEOVER_SITE_HOST');
});

test.each(['localhost', '127.0.0.1', '127.8.9.10', '[::1]', '::1'])('%s is loopback', (name) => {
  expect(isLoopback(name)).toBe(true);
});

test.each(['127.0.0.1.example', 'localhost.example', '10.0.0.1', '::2'])('%s is not loopback', (name) => {
  expect(isLoopback(name)).toBe(false);
});
