import { Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpgrade } from '../features/upgrade-plan/use-upgrade.tsx';
import { GraphProvider } from '../gql/graph-client.tsx';
import { pageData } from '../site/page-data.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { NotFoundPage } from './not-found.route.tsx';

/** A domain page, or what replaces it: "not found" if domains are off, an upgrade offer if the plan has none. */
export function DomainsGate({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  const { cust, domainsEnabled } = pageData();
  if (!domainsEnabled) return <NotFoundPage />;
  return (
    // As high as the window, so that the footer does not move when what is asked for arrives.
    <div className="mx-auto flex min-h-dvh max-w-policy flex-col gap-6">
      {heading}
      {cust?.plan.customDomains === false ? <Offer /> : <GraphProvider>{children}</GraphProvider>}
    </div>
  );
}

/** The plan does not include domains: says so, and offers the upgrade. */
function Offer() {
  const { t } = useTranslation('app');
  const { open, dialog } = useUpgrade();
  return (
    <>
      <div className="card flex flex-col items-start gap-3">
        <p>{t('domains.planNeeded')}</p>
        {open !== null && (
          <ActionButton look="primary" aria-haspopup="dialog" onClick={open}>
            <Zap className="size-5" strokeWidth={1.75} aria-hidden="true" />
            {t('domains.upgrade')}
          </ActionButton>
        )}
      </div>
      {dialog}
    </>
  );
}
