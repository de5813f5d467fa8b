import { useEffect, useEffectEvent, useRef } from 'react';
import { accepted, mutate } from '../../gql/mutate.ts';
import { verifyDomainOperation } from '../../gql/operations/verify-domain.generated.ts';
import { pageData, replacePageData } from '../../site/page-data.ts';
import type { CheckedDomain } from './domain-states.ts';

/** Checks ownership, routing and certificate now; the domain as it is afterwards. */
export async function checkDomain(host: string): Promise<CheckedDomain> {
  const { verifyDomain } = await mutate(verifyDomainOperation, { input: { domain: host } });
  return accepted(verifyDomain).domain;
}

/** From now on the form in this tab offers the domain, or no longer does; the server says so with the next page load. */
export function offerDomain(host: string, isOffered: boolean): void {
  const data = pageData();
  const others = data.customDomains.filter((each) => each !== host);
  replacePageData({ ...data, customDomains: isOffered ? [...others, host].toSorted() : others });
}

const everyMilliseconds = 60_000;
/** A page with many old domains checks a few, because an account may ask for 30 checks an hour. */
const maxAtOnce = 3;

interface Due {
  readonly host: string;
  readonly lastChecked: number | null;
}

/**
 * Checks domains again whose last check is older than some time, while the page is visible: what is looked at is not
 * stale. One that was never checked waits for the button, and one whose check fails for the next visit.
 *
 * Units  `afterSeconds` since the last check, by this browser's clock
 */
export function useDueChecks(domains: readonly Due[], afterSeconds: number, onChecked: () => Promise<unknown>): void {
  const tried = useRef(new Set<string>());
  const checkDue = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    const before = Date.now() / 1000 - afterSeconds;
    const due = domains.filter(({ host, lastChecked }) => {
      return lastChecked !== null && lastChecked < before && !tried.current.has(`${host} ${lastChecked}`);
    });
    for (const { host, lastChecked } of due.slice(0, maxAtOnce - tried.current.size)) {
      tried.current.add(`${host} ${lastChecked}`);
      checkDomain(host).then(onChecked, () => undefined);
    }
  });
  useEffect(() => {
    checkDue();
    const timer = setInterval(checkDue, everyMilliseconds);
    return () => clearInterval(timer);
  }, []);
}
