import { Zap } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GraphProvider } from '../gql/graph-client.tsx';
import { pageData } from '../site/page-data.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { NotFoundPage } from './not-found.route.tsx';

const UpgradeDialog = lazy(async () => {
  return { default: (await import('../features/upgrade-plan/upgrade-dialog.tsx')).UpgradeDialog };
});

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

function Offer() {
  const [isOpen, setOpen] = useState(false);
  const onUpgrade = pageData().authentication.signup ? () => setOpen(true) : null;
  return (
    <>
      <PlanNeeded onUpgrade={onUpgrade} />
      {isOpen && (
        <Suspense fallback={null}>
          <UpgradeDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The plan does not include domains: says so, and offers the upgrade. */
function PlanNeeded({ onUpgrade }: { onUpgrade: (() => void) | null }) {
  const { t } = useTranslation('app');
  return (
    <div className="card flex flex-col items-start gap-3">
      <p>{t('domains.planNeeded')}</p>
      {onUpgrade !== null && (
        <ActionButton look="primary" aria-haspopup="dialog" onClick={onUpgrade}>
          <Zap className="size-5" strokeWidth={1.75} aria-hidden="true" />
          {t('domains.upgrade')}
        </ActionButton>
      )}
    </div>
  );
}
