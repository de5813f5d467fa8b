import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { documentTitle } from '../app/route-table.ts';
import { ActivityChart, EmailChart, OpenedWithinChart } from '../features/colonel-overview/activity-charts.tsx';
import type { RangeName } from '../features/colonel-overview/colonel-overview.ts';
import { Figures } from '../features/colonel-overview/figures.tsx';
import { FeedbackToday, NewestCustomers } from '../features/colonel-overview/people-blocks.tsx';
import { RangeChoice } from '../features/colonel-overview/range-choice.tsx';
import { graphClient } from '../gql/graph-client.tsx';
import { colonelFeedbackOperation } from '../gql/operations/colonel-feedback.generated.ts';
import { colonelOverviewOperation } from '../gql/operations/colonel-overview.generated.ts';
import { colonelSecretsOperation } from '../gql/operations/colonel-secrets.generated.ts';
import { recentCustomersOperation } from '../gql/operations/recent-customers.generated.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

/** The overview of the installation, for colonels. Each block asks its own service, and says so if that does not answer. */
export function ColonelPage() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <PageHeading documentTitle={documentTitle('colonel', t('pages.colonel.title'))}>
        {t('pages.colonel.heading')}
      </PageHeading>
      <Activity />
      <FeedbackBlock />
      <CustomersBlock />
    </div>
  );
}

const ranges = { '48h': 'HOURS_48', '30d': 'DAYS_30' } as const;

function Activity() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const range: RangeName = new URLSearchParams(search).get('range') === '30d' ? '30d' : '48h';
  const variables = { range: ranges[range] };
  const { data, previousData, error, refetch } = useQuery(colonelOverviewOperation, { client: graphClient, variables });
  const secrets = useQuery(colonelSecretsOperation, { client: graphClient });
  const overview = (data ?? previousData)?.colonelOverview;
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void refetch()} />;
  if (overview === undefined) return <LoadingBlock rows={12} />;
  const choose = (chosen: RangeName) => navigate(chosen === '48h' ? '?' : `?range=${chosen}`, { replace: true });
  return (
    <>
      <Figures overview={overview} waiting={secrets.data?.secretStatistics.secretCount ?? null} />
      {secrets.error !== undefined && <QueryProblem error={secrets.error} onRetry={() => void secrets.refetch()} />}
      <RangeChoice range={range} onChoose={choose} />
      <ActivityChart overview={overview} range={range} />
      <OpenedWithinChart overview={overview} range={range} />
      <EmailChart overview={overview} range={range} />
    </>
  );
}

function FeedbackBlock() {
  const { data, error, refetch } = useQuery(colonelFeedbackOperation, { client: graphClient });
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingBlock rows={3} /> : <FeedbackToday said={data} />;
}

function CustomersBlock() {
  const { data, error, refetch } = useQuery(recentCustomersOperation, { client: graphClient });
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingBlock rows={4} /> : <NewestCustomers statistics={data.accountStatistics} />;
}
