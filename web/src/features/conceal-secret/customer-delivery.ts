import { useState } from 'react';
import { pageData } from '../../site/page-data.ts';
import { readChoice, storeChoice } from '../../site/stored-choice.ts';

/** What the signed-in customer's plan adds to the form; undefined for visitors. The chosen host is remembered. */
export function useCustomerDelivery() {
  const { cust, domainsEnabled, customDomains, siteHost } = pageData();
  const [chosen, setChosen] = useState(() => readChoice('selectedDomain') ?? '');
  if (cust === null) return undefined;
  return {
    allowsRecipient: cust.plan.email,
    domains: domainsEnabled && cust.plan.customDomains ? customDomains : null,
    siteHost,
    // A host that is not the customer's any more is not offered and not sent.
    chosenDomain: customDomains.includes(chosen) ? chosen : '',
    onDomain: (host: string) => {
      setChosen(host);
      storeChoice('selectedDomain', host === '' ? null : host);
    },
  };
}
