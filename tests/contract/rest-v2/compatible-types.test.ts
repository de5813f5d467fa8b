import { expect, test } from 'vitest';
import { listenToAnswers } from '../../support/http.ts';
import { systemOfThisFile } from '../support/system.ts';

// The published description is that of the native types.
listenToAnswers(() => {});

const system = systemOfThisFile({ ONCEOVER_COMPATIBLE_TYPES: 'on' });
const decimal = expect.stringMatching(/^\d+$/);

test('with compatible types customers and their lists have the strings that the original sent', async () => {
  const { browser } = await system.people.paidCustomer();
  await browser.post('/api/v2/secret/conceal', { secret: 'a', ttl: '86400' });
  await system.drain();
  const customer = { verified: 'true', created: decimal, secrets_created: '1', locale: '', stripe_customer_id: '' };
  expect((await browser.get('/api/v2/authcheck')).json.record).toMatchObject(customer);
  const { record } = (await browser.get('/api/v2/account')).json;
  expect(record).toMatchObject({ apitoken: '', apitoken_set: false, cust: customer });
  const item = { created: decimal, updated: decimal, secret_ttl: '86400.0', share_domain: '', recipients: '' };
  const recent = (await browser.get('/api/v2/private/recent')).json;
  expect([recent.records, recent.details.notreceived]).toMatchObject([[item], [item]]);
  const chosen = await browser.post('/api/v2/account/update-locale', { locale: 'en' });
  expect(chosen.json).toMatchObject({ new_locale: 'en', old_locale: '' });
});

test('a domain just added has real types, a loaded one has strings', async () => {
  const { browser } = await system.people.paidCustomer();
  const added = await browser.post('/api/v2/account/domains/add', { domain: 'once.acme-compatible.com' });
  expect(added.json.record).toMatchObject({ created: expect.any(Number), status: null, verified: false });
  const loaded = { created: decimal, updated: decimal, status: '', verified: '' };
  expect((await browser.get('/api/v2/account/domains')).json.records).toMatchObject([loaded]);
  expect((await browser.get('/api/v2/account/domains/once.acme-compatible.com')).json.record).toMatchObject(loaded);
});

test("a colonel's counts are strings", async () => {
  const { browser } = await system.people.colonel({ secondFactor: true });
  const { counts, recent_customers } = (await browser.get('/api/v2/colonel')).json.record;
  expect(counts).toMatchObject({ secrets_created: decimal, emails_sent: decimal, session_count: expect.any(Number) });
  expect(recent_customers[0]).toMatchObject({ secrets_shared: decimal });
});
