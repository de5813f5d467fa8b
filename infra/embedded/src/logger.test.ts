import { censor, scrub } from '@onceover/service-kit/logging';
import { expect, test } from 'vitest';
import './logger.ts';

test('a link key is blanked in a written line', () => {
  expect(scrub('{"path":"/secret/p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k"}')).toBe('{"path":"/secret/[key]"}');
});

test('longer and shorter runs are not keys', () => {
  const line = `${'a'.repeat(30)} ${'a'.repeat(32)}`;
  expect(scrub(line)).toBe(line);
});

test('cookies and addresses are blanked', () => {
  expect(scrub('cookie: __Host-sess=a.b.c; nina@example.com')).toBe('cookie: sess=[cookie]; [address]');
});

test('what customers type and hold is blanked by its name', () => {
  expect(censor({ secret: 'tea', form: { passphrase: 'plum', size: 3 }, status: 200 })).toEqual({
    secret: '***',
    form: { passphrase: '***', size: 3 },
    status: 200,
  });
});
