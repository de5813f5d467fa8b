import { accountAnswer, authcheckAnswer } from '@onceover/schema/rest/account';
import { expect, test } from 'vitest';
import { account } from '../../../../test-support/sample-account.ts';
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
