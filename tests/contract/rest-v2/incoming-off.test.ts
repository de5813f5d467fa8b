import { expect, test } from 'vitest';
import { post } from '../../support/http.ts';
import { expectPlainError } from '../support/expectations.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

test('without a support desk there is no /incoming', async () => {
  const wanted = { status: 404, code: 'not_available', message: '/incoming is not available' };
  const fields = { secret: 'a', ticketno: 'AB1' };
  expectPlainError(await post(system.url, '/api/v2/incoming', fields), wanted);
  expectPlainError(await post(system.url, '/incoming', fields, { accept: 'application/json' }), wanted);
  const page = await post(system.url, '/incoming', fields, { accept: 'text/html' });
  expect([page.status, page.headers.location]).toEqual([302, '/']);
});
