import type { CustomerObject } from '@onceover/schema/rest/account';
import type { NativeAnswers } from '../../../../answers/native-answer.ts';
import type { CustomerFieldsFragment, ShowAccountQuery } from '../../../../operations/operations.generated.ts';

import { restWord } from './rest-word.ts';

/** The name of the API token that `/api/v2` creates and replaces; customers name the others on the web. */
const API_TOKEN = 'api';

/** The Customer object. There is no payment service, so the fields that would refer to one are null. Source: REST contract 4.3. */
export function presentCustomer(customer: CustomerFieldsFragment): CustomerObject {
  const { usage, plan } = customer;
  return {
    custid: customer.custid,
    role: restWord(customer.role),
    verified: customer.isVerified,
    active: customer.isVerified && customer.role === 'CUSTOMER',
    created: customer.created,
    updated: customer.lastSignIn ?? customer.created,
    last_login: customer.lastSignIn,
    locale: customer.locale,
    stripe_customer_id: null,
    stripe_subscription_id: null,
    stripe_checkout_email: null,
    secrets_created: usage.secretsCreated,
    secrets_burned: usage.secretsBurned,
    secrets_shared: usage.secretsShared,
    emails_sent: usage.emailsSent,
    plan: {
      planid: plan.id,
      price: plan.priceMonthly,
      discount: 0,
      options: {
        ttl: plan.limits.maxTtlSeconds,
        size: plan.limits.maxCharacters,
        name: plan.name,
        api: plan.features.api,
        email: plan.features.email,
        custom_domains: plan.features.customDomains,
        dark_mode: true,
      },
    },
  };
}

/** The answer of authcheck. Source: REST contract 6. */
export function presentAuthcheck(customer: CustomerFieldsFragment): NativeAnswers['authcheck'] {
  return { record: presentCustomer(customer), details: { authenticated: true, authorized: true } };
}

/** The answer of account. Source: REST contract 7. */
export function presentAccount(account: NonNullable<ShowAccountQuery['viewer']>): NativeAnswers['account'] {
  return {
    success: true,
    custid: account.custid,
    record: {
      apitoken: null,
      apitoken_set: account.apiTokens.some(({ name }) => name === API_TOKEN),
      cust: presentCustomer(account),
      stripe_customer: null,
      stripe_subscriptions: null,
    },
    details: {},
  };
}
