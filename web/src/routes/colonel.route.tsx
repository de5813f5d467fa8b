import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentTitle } from '../app/route-table.ts';
import {
  type ColonelOverview,
  fetchColonelOverview,
  OverviewCounts,
  OverviewCustomers,
  OverviewFeedback,
} from '../features/colonel-overview/colonel-overview.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

/** The overview of the installation, for colonels. */
export function ColonelPage() {
  const { t } = useTranslation();
  const [overview, setOverview] = useState<ColonelOverview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn is what asks again
  useEffect(() => {
    const stop = new AbortController();
    setError(null);
    fetchColonelOverview(stop.signal).then(setOverview, (failure: unknown) => {
      if (!stop.signal.aborted) setError(failure);
    });
    return () => stop.abort();
  }, [turn]);
  return (
    <div className="flex flex-col gap-6">
      <PageHeading documentTitle={documentTitle('colonel', t('pages.colonel.title'))}>
        {t('pages.colonel.heading')}
      </PageHeading>
      {error !== null && <QueryProblem error={error} onRetry={() => setTurn(turn + 1)} />}
      {overview === null && error === null && <LoadingBlock rows={6} />}
      {overview !== null && (
        <>
          <OverviewCounts counts={overview.counts} />
          <OverviewCustomers customers={overview.recent_customers} />
          <OverviewFeedback overview={overview} />
        </>
      )}
    </div>
  );
}
