import { useState } from 'react';
import { pageData } from '../../site/page-data.ts';
import { readChoice, storeChoice } from '../../site/stored-choice.ts';

export type SecretDelivery = NonNullable<ReturnType<typeof useCustomerDelivery>>;

/** What the customer's plan adds to the form; undefined for visitors. The chosen host is remembered. */
export function useCustomerDelivery() {
  const { cust, domainsEnabled, customDomains, siteHost } = pageData();
  const [chosen, setChosen] = useState(() => readChoice('selectedDomain') ?? '');
  if (cust === null) return undefined;
  return {
    allowsRecipient: cust.plan.email,
    /** Verified hosts; null: domains are off, or the plan has none. */
    domains: domainsEnabled && cust.plan.customDomains ? customDomains : null,
    siteHost,
    // A host that no longer belongs to the customer is neither offered nor sent.
    chosenDomain: customDomains.includes(chosen) ? chosen : '',
    onDomain: (host: string) => {
      setChosen(host);
      storeChoice('selectedDomain', host === '' ? null : host);
    },
  };
}
