import { expect, test } from 'vitest';
import { ask, post } from '../../support/http.ts';
import { expectFailure } from '../support/expectations.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile({ ONCEOVER_RATE_LIMITS: 'on' });

test('the sixty-first token check in a minute has to wait; other rows do not', async () => {
  for (let checks = 0; checks < 60; checks += 1) {
    const { status } = await post(system.url, '/api/v2/validate-shrimp', {});
    if (status !== 200) throw new Error(`refused after ${checks}`);
  }
  const limited = await post(system.url, '/api/v2/validate-shrimp', {});
  expectFailure(limited, { status: 400, code: 'rate_limited', message: 'Cripes! You have been rate limited.' });
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(limited.headers['set-cookie']).toBeUndefined();
  expect((await ask(system.url, '/api/v2/status')).status).toBe(200);
});

test('inventing addresses in a header does not avoid the limit', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7', forwarded: 'for=198.51.100.8' };
  const limited = await post(system.url, '/api/v2/validate-shrimp', {}, headers);
  expect(limited.json.code).toBe('rate_limited');
});
