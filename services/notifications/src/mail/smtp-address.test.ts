import { expect, test } from 'vitest';
import { parseSmtpAddress } from './smtp-address.ts';

const plain = { secure: false, ignoreTLS: false, requireTLS: false, tls: { rejectUnauthorized: true } };

test.each([
  ['smtp://mail.example.test', { ...plain, host: 'mail.example.test', port: 587 }],
  ['smtp://127.0.0.1:2525/', { ...plain, host: '127.0.0.1', port: 2525 }],
  ['smtp://[::1]:25', { ...plain, host: '::1', port: 25 }],
  ['smtps://mail.example.test', { ...plain, host: 'mail.example.test', port: 465, secure: true }],
  [
    'smtps://us%40er:p%2Fa%25ss@mail.example.test',
    {
      ...plain,
      host: 'mail.example.test',
      port: 465,
      secure: true,
      requireTLS: true,
      auth: { user: 'us@er', pass: 'p/a%ss' },
    },
  ],
  ['smtp://u:p@h.test', { ...plain, host: 'h.test', port: 587, requireTLS: true, auth: { user: 'u', pass: 'p' } }],
  [
    'smtp://u:p@h.test?ignoreTLS=true',
    { ...plain, host: 'h.test', port: 587, ignoreTLS: true, auth: { user: 'u', pass: 'p' } },
  ],
  ['smtp://h.test?ignoreTLS=true', { ...plain, host: 'h.test', port: 587, ignoreTLS: true }],
  [
    'smtp://h.test?requireTLS=true&tls.rejectUnauthorized=false',
    { ...plain, host: 'h.test', port: 587, requireTLS: true, tls: { rejectUnauthorized: false } },
  ],
])('%s is a mail server', (text, address) => {
  expect(parseSmtpAddress(text)).toEqual(address);
});

test.each([
  '',
  'mail.example.test',
  'http://mail.example.test',
  'smtp://',
  'smtp://h.test/path',
  'smtp://h.test?logger=true&debug=true',
  'smtp://h.test?pool=true',
  'smtp://h.test?requireTLS=yes',
])('%j is none', (text) => {
  expect(parseSmtpAddress(text)).toBeNull();
});
