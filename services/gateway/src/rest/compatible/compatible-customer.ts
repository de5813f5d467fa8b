import type { AccountAnswer, AuthcheckAnswer, CustomerObject, UpdateLocaleAnswer } from '@onceover/schema/rest/account';
import { asText, orEmpty } from './strings.ts';

/** The answers about a customer with the types the original sent. Source: REST contract 2. */
export function compatibleAuthcheck(answer: AuthcheckAnswer): object {
  return { ...answer, record: compatibleCustomer(answer.record) };
}

export function compatibleAccount(answer: AccountAnswer): object {
  const { record } = answer;
  return { ...answer, record: { ...record, apitoken: '', cust: compatibleCustomer(record.cust) } };
}

export function compatibleUpdateLocale(answer: UpdateLocaleAnswer): object {
  return { ...answer, old_locale: orEmpty(answer.old_locale) };
}

function compatibleCustomer(customer: CustomerObject): object {
  return {
    ...customer,
    verified: customer.verified ? 'true' : 'false',
    created: asText(customer.created),
    updated: asText(customer.updated),
    secrets_created: asText(customer.secrets_created),
    secrets_burned: asText(customer.secrets_burned),
    secrets_shared: asText(customer.secrets_shared),
    emails_sent: asText(customer.emails_sent),
    last_login: customer.last_login === null ? '' : asText(customer.last_login),
    locale: orEmpty(customer.locale),
    stripe_customer_id: orEmpty(customer.stripe_customer_id),
    stripe_subscription_id: orEmpty(customer.stripe_subscription_id),
    stripe_checkout_email: orEmpty(customer.stripe_checkout_email),
  };
}
