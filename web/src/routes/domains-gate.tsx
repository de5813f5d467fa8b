import { lazy, type ReactNode, Suspense, useState } from 'react';
import { PlanNeeded } from '../features/manage-domains/plan-needed.tsx';
import { GraphProvider } from '../gql/graph-provider.tsx';
import { pageData } from '../site/page-data.ts';
import { NotFoundPage } from './not-found.route.tsx';

const UpgradeDialog = lazy(async () => {
  return { default: (await import('../features/upgrade-plan/upgrade-dialog.tsx')).UpgradeDialog };
});

/** A domain page, or what stands in its place: nothing where domains are off, an offer where the plan has none. */
export function DomainsGate({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  const { cust, domainsEnabled } = pageData();
  if (!domainsEnabled) return <NotFoundPage />;
  return (
    <div className="mx-auto flex max-w-policy flex-col gap-6">
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
