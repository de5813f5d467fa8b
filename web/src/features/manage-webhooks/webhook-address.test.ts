import { expect, test } from 'vitest';
import { isWebhookAddress } from './webhook-address.ts';

test.each([
  'https://hooks.example.com/onceover',
  'https://hooks.example.com:8443/a?b=c',
  'http://receiver.internal/hook',
  'https://bücher.example/',
])('%s may be an address', (text) => {
  expect(isWebhookAddress(text)).toBe(true);
});

test.each([
  '',
  'hooks.example.com',
  '/hook',
  'ftp://hooks.example.com/',
  'javascript:alert(1)',
  'https://',
  'https://user@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'https://:password@hooks.example.com/',
])('%j is none', (text) => {
  expect(isWebhookAddress(text)).toBe(false);
});
