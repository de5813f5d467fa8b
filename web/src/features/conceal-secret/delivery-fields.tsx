import { useState } from 'react';
import { pageData } from '../../site/page-data.ts';
import { readChoice, storeChoice } from '../../site/stored-choice.ts';

/** Where a customer's link may go, and on which of their hosts. */
export interface SecretDelivery {
  readonly allowsRecipient: boolean;
  /** Verified hosts; null: domains are off, or the plan has none. */
  readonly domains: readonly string[] | null;
  readonly siteHost: string;
  /** The host chosen last time. */
  readonly chosenDomain: string;
  readonly onDomain: (host: string) => void;
}

/** What the customer's plan adds to the form; undefined for visitors. The chosen host is remembered. */
export function useCustomerDelivery(): SecretDelivery | undefined {
  const { cust, domainsEnabled, customDomains, siteHost } = pageData();
  const [chosen, setChosen] = useState(() => readChoice('selectedDomain') ?? '');
  if (cust === null) return undefined;
  return {
    allowsRecipient: cust.plan.email,
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
