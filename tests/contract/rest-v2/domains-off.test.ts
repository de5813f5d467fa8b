import { expect, test } from 'vitest';
import { expectPlainError } from '../support/expectations.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile({ ONCEOVER_DOMAINS: 'off' });
const DOMAINS = '/api/v2/account/domains';

test('without the feature there are no domain rows', async () => {
  const { browser } = await system.people.paidCustomer();
  const wanted = { status: 404, code: 'not_available', message: '/account/domains is not available' };
  for (const path of [DOMAINS, `${DOMAINS}/a.acme-off.com`]) expectPlainError(await browser.get(path), wanted);
  for (const path of ['add', 'a.acme-off.com/verify', 'a.acme-off.com/remove']) {
    expectPlainError(await browser.post(`${DOMAINS}/${path}`, { domain: 'a.acme-off.com' }), wanted);
  }
  const { json } = await browser.get('/api/v2/authcheck');
  expect(json.details.authorized).toBe(true);
});
