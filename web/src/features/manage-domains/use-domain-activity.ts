import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { markChanged } from '../../activity/changed-rows.ts';
import { useActivity } from '../../activity/use-activity.ts';
import type { DomainsQuery } from '../../gql/operations.generated.ts';
import { announce } from '../../lib/announcer.ts';

/** Asks for the list again when one of the customer's domains has changed elsewhere, and shows and says which. */
export function useDomainActivity(data: DomainsQuery | undefined, refresh: () => void): void {
  const { t } = useTranslation('app');
  const isTold = useRef(false);
  const ask = () => {
    isTold.current = true;
    refresh();
  };
  useActivity({ onItem: ({ kind }) => kind === 'DOMAIN_CHANGED' && ask(), onGap: ask });
  const domains = data?.domains.nodes;
  const before = useRef(domains);
  useEffect(() => {
    const known = new Map(before.current?.map((domain) => [domain.id, JSON.stringify(domain)]));
    before.current = domains;
    if (!isTold.current || domains === undefined) return;
    for (const domain of domains) {
      if (known.get(domain.id) === JSON.stringify(domain)) continue;
      isTold.current = false;
      markChanged(domain.id);
      announce(t('domains.changed', { domain: domain.displayDomain }));
    }
  }, [domains, t]);
}
