import { accountAnswer, authcheckAnswer } from '@onceover/schema/rest/account';
import { expect, test } from 'vitest';
import { account } from '../../test-support/sample-account.ts';
import { compatibleAccount, compatibleAuthcheck, compatibleUpdateLocale } from '../compatible/compatible-customer.ts';
import { presentAccount, presentAuthcheck, presentCustomer } from './customer.ts';

test('a customer is shown with plan and counters', () => {
  const { record, details } = authcheckAnswer.parse(presentAuthcheck(account));
  expect(details).toEqual({ authenticated: true, authorized: true });
  expect(record).toEqual({
    custid: 'nina@example.com',
    role: 'customer',
    verified: true,
    active: true,
    created: 1_899_000_000,
    updated: 1_900_000_000,
    last_login: 1_900_000_000,
    locale: 'he',
    stripe_customer_id: null,
    stripe_subscription_id: null,
    stripe_checkout_email: null,
    secrets_created: 12,
    secrets_burned: 2,
    secrets_shared: 5,
    emails_sent: 3,
    plan: {
      planid: 'identity',
      price: 35,
      discount: 0,
      options: {
        ttl: 2_592_000,
        size: 100_000,
        name: 'Identity Plus',
        api: true,
        email: true,
        custom_domains: true,
        dark_mode: true,
      },
    },
  });
});

test('verified customers are active, colonels are not', () => {
  expect(presentCustomer({ ...account, isVerified: false }).active).toBe(false);
  expect(presentCustomer({ ...account, role: 'COLONEL' })).toMatchObject({ role: 'colonel', active: false });
});

test('a customer who never signed in was last updated on signing up', () => {
  expect(presentCustomer({ ...account, lastSignIn: null })).toMatchObject({ updated: 1_899_000_000, last_login: null });
});

test('the account shows whether there is an API token, never the token itself', () => {
  const { record } = accountAnswer.parse(presentAccount(account));
  expect(record).toMatchObject({ apitoken: null, apitoken_set: true, stripe_customer: null });
  expect(presentAccount({ ...account, apiTokens: [{ name: 'laptop' }] }).record.apitoken_set).toBe(false);
});

test('compatible answers carry the strings the original sent', () => {
  const strings = {
    verified: 'true',
    created: '1899000000',
    secrets_created: '12',
    emails_sent: '3',
    last_login: '1900000000',
    stripe_customer_id: '',
    active: true,
  };
  expect(compatibleAuthcheck(presentAuthcheck(account))).toMatchObject({ record: strings });
  const fresh = presentAccount({ ...account, isVerified: false, locale: null, lastSignIn: null });
  expect(compatibleAccount(fresh)).toMatchObject({
    record: { apitoken: '', apitoken_set: true, cust: { verified: 'false', locale: '', last_login: '' } },
  });
  const moved = { success: true, shrimp: 'v1.a.b', custid: 'c', new_locale: 'he', old_locale: null } as const;
  expect(compatibleUpdateLocale(moved)).toEqual({ ...moved, old_locale: '' });
});
