import { afterEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { onAuthSignal } from './auth-signals.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['AUTH-T4 a 401 from any call signs out at once', 401, 'anything', ['signed-out']],
  ['a 403 "Not authorized" asks for a check', 403, 'not_authorized', ['doubtful']],
  ['another 403 says nothing', 403, 'csrf_other', []],
  ['a refused form says nothing', 400, 'bad_password', []],
  ['an outage says nothing', 503, 'unavailable', []],
])('%s', async (_what, status, code, expected) => {
  const heard: string[] = [];
  onAuthSignal((signal) => heard.push(signal));
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ message: 'x', code }), { status }));
  await expect(api({ path: '/api/v2/x' })).rejects.toMatchObject({ status, code });
  expect(heard).toEqual(expected);
});
