import { useQuery } from '@apollo/client/react';
import { useLocation, useNavigate } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { NewestCustomers } from '../features/colonel-customer/customer-list.tsx';
import { FeedbackToday } from '../features/colonel-feedback/feedback-by-day.tsx';
import { ActivityChart, EmailChart, OpenedWithinChart } from '../features/colonel-overview/activity-charts.tsx';
import type { Overview, RangeName } from '../features/colonel-overview/colonel-overview.ts';
import { Figures } from '../features/colonel-overview/figures.tsx';
import { type Pulse, PulseBlock, usePulse } from '../features/colonel-overview/pulse-block.tsx';
import { RangeChoice } from '../features/colonel-overview/range-choice.tsx';
import { HealthSummary } from '../features/colonel-system/health-summary.tsx';
import { whileVisible } from '../gql/graph-client.tsx';
import { useLiveState } from '../gql/live-state.ts';
import { colonelFeedbackOperation } from '../gql/operations/colonel-feedback.generated.ts';
import { colonelOverviewOperation } from '../gql/operations/colonel-overview.generated.ts';
import { colonelSecretsOperation } from '../gql/operations/colonel-secrets.generated.ts';
import { recentCustomersOperation } from '../gql/operations/recent-customers.generated.ts';
import { systemHealthOperation } from '../gql/operations/system-health.generated.ts';
import { Answer, LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

/** The overview of the installation, for colonels. Each block asks its own service, and says so if that does not answer. */
export function ColonelPage() {
  const health = useQuery(systemHealthOperation, whileVisible);
  const feedback = useQuery(colonelFeedbackOperation);
  const customers = useQuery(recentCustomersOperation);
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonel" />
      <Activity />
      <Answer of={health} rows={5}>
        {({ systemHealth }) => <HealthSummary system={systemHealth} />}
      </Answer>
      <Answer of={feedback} rows={3}>
        {(said) => <FeedbackToday said={said} nowSeconds={Date.now() / 1000} />}
      </Answer>
      <Answer of={customers} rows={4}>
        {({ accountStatistics }) => <NewestCustomers statistics={accountStatistics} />}
      </Answer>
    </div>
  );
}

const ranges = { '48h': 'HOURS_48', '30d': 'DAYS_30' } as const;

/** While the pulse keeps the figures up to date, only the charts grow old. */
const chartsEveryMs = 60_000;

function Activity() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const range: RangeName = new URLSearchParams(search).get('range') === '30d' ? '30d' : '48h';
  const variables = { range: ranges[range] };
  const watching = usePulse();
  const isLive = useLiveState() === 'live';
  const { data, previousData, error, refetch } = useQuery(colonelOverviewOperation, {
    variables,
    ...whileVisible,
    pollInterval: watching.isPaused ? 0 : isLive ? chartsEveryMs : whileVisible.pollInterval,
  });
  const secrets = useQuery(colonelSecretsOperation);
  const overview = (data ?? previousData)?.colonelOverview;
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void refetch()} />;
  if (overview === undefined) return <LoadingBlock rows={12} />;
  const choose = (chosen: RangeName) => navigate(chosen === '48h' ? '?' : `?range=${chosen}`, { replace: true });
  return (
    <>
      <Figures
        overview={withPulse(overview, watching.pulse)}
        waiting={secrets.data?.secretStatistics.secretCount ?? null}
      />
      {secrets.error !== undefined && <QueryProblem error={secrets.error} onRetry={() => void secrets.refetch()} />}
      <PulseBlock {...watching} />
      <RangeChoice range={range} onChoose={choose} />
      <ActivityChart overview={overview} range={range} />
      <OpenedWithinChart overview={overview} range={range} />
      <EmailChart overview={overview} range={range} />
    </>
  );
}

/** The figures of the day as the pulse has them, where it has arrived. */
function withPulse(overview: Overview, pulse: Pulse | null): Overview {
  if (pulse === null) return overview;
  const { today, wrongPassphrases } = pulse;
  return {
    ...overview,
    today: { ...overview.today, ...today },
    wrongPassphrases: { ...overview.wrongPassphrases, ...wrongPassphrases },
  };
}
