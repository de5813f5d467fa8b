import { useQuery } from '@apollo/client/react';
import { useLocation, useNavigate } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { NewestCustomers } from '../features/colonel-customer/customer-list.tsx';
import { FeedbackToday } from '../features/colonel-feedback/feedback-by-day.tsx';
import { ActivityChart, EmailChart, OpenedWithinChart } from '../features/colonel-overview/activity-charts.tsx';
import { AnswerList } from '../features/colonel-overview/answer-list.tsx';
import type { Overview, RangeName } from '../features/colonel-overview/colonel-overview.ts';
import { Figures } from '../features/colonel-overview/figures.tsx';
import { PulseBlock, usePulse } from '../features/colonel-overview/pulse-block.tsx';
import { RangeChoice } from '../features/colonel-overview/range-choice.tsx';
import { useAnswers, useOverview } from '../features/colonel-overview/use-overview.ts';
import { HealthSummary } from '../features/colonel-system/health-summary.tsx';
import { whileVisible } from '../gql/graph-client.tsx';
import { colonelFeedbackOperation } from '../gql/operations/colonel-feedback.generated.ts';
import { colonelSecretsOperation } from '../gql/operations/colonel-secrets.generated.ts';
import { recentCustomersOperation } from '../gql/operations/recent-customers.generated.ts';
import { systemHealthOperation } from '../gql/operations/system-health.generated.ts';
import { Answer, LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

/**
 * The overview of the installation, for colonels: four answers first, then what they are made of. Each block asks its own service,
 * and says so if that does not answer.
 */
export function ColonelPage() {
  const { search } = useLocation();
  const range: RangeName = new URLSearchParams(search).get('range') === '30d' ? '30d' : '48h';
  const watching = usePulse();
  const { overview, error, refetch } = useOverview(range, watching);
  const health = useQuery(systemHealthOperation, whileVisible);
  const answers = useAnswers(
    { value: health.data?.systemHealth, hasFailed: health.error !== undefined },
    { value: overview, hasFailed: error !== undefined },
  );
  const shown = error === undefined ? overview : undefined;
  return (
    <div className="flex flex-col gap-4">
      <PageTitle page="colonel" />
      <AnswerList {...answers} />
      {error !== undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {shown !== undefined && <Counts overview={shown} range={range} />}
      {shown === undefined && error === undefined && <LoadingBlock rows={6} />}
      <div className="overview-columns">
        <div className="overview-column">
          {shown !== undefined && <ActivityChart overview={shown} range={range} />}
          {shown !== undefined && <EmailChart overview={shown} range={range} />}
          <PulseBlock {...watching} />
        </div>
        <div className="overview-column">
          {shown !== undefined && <OpenedWithinChart overview={shown} range={range} />}
          <Answer of={health} rows={5}>
            {({ systemHealth }) => <HealthSummary system={systemHealth} />}
          </Answer>
          <People />
        </div>
      </div>
    </div>
  );
}

interface CountsProps {
  readonly overview: Overview;
  readonly range: RangeName;
}

/** The figures of the day, and how far back the charts below go. */
function Counts({ overview, range }: CountsProps) {
  const navigate = useNavigate();
  const secrets = useQuery(colonelSecretsOperation);
  const choose = (chosen: RangeName) => navigate(chosen === '48h' ? '?' : `?range=${chosen}`, { replace: true });
  return (
    <>
      <Figures overview={overview} waiting={secrets.data?.secretStatistics.secretCount ?? null} />
      {secrets.error !== undefined && <QueryProblem error={secrets.error} onRetry={() => void secrets.refetch()} />}
      <RangeChoice range={range} onChoose={choose} />
    </>
  );
}

/** What people said today, and who came last. */
function People() {
  const feedback = useQuery(colonelFeedbackOperation);
  const customers = useQuery(recentCustomersOperation);
  return (
    <>
      <Answer of={feedback} rows={3}>
        {(said) => <FeedbackToday said={said} nowSeconds={Date.now() / 1000} />}
      </Answer>
      <Answer of={customers} rows={4}>
        {({ accountStatistics }) => <NewestCustomers statistics={accountStatistics} />}
      </Answer>
    </>
  );
}
