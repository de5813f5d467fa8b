import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { documentTitle } from '../app/route-table.ts';
import { LimitTable } from '../features/colonel-limits/limit-table.tsx';
import { LimitedList } from '../features/colonel-limits/limited-list.tsx';
import { graphClient } from '../gql/graph-client.tsx';
import { requestLimitsOperation } from '../gql/operations/request-limits.generated.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

const LOOK_AGAIN_MS = 5_000;

/** The limits of requests, and whom they hold back now, for colonels. */
export function ColonelLimitsPage() {
  const { t } = useTranslation(['core', 'colonel']);
  const { data, error, refetch } = useQuery(requestLimitsOperation, {
    client: graphClient,
    fetchPolicy: 'no-cache',
    pollInterval: LOOK_AGAIN_MS,
    skipPollAttempt: () => document.visibilityState !== 'visible',
  });
  const found = data?.requestLimits;
  return (
    <div className="flex flex-col gap-6">
      <PageHeading documentTitle={documentTitle('colonelLimits', t('colonel:pages.colonelLimits.title'))}>
        {t('colonel:pages.colonelLimits.heading')}
      </PageHeading>
      {found === undefined && error !== undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {found === undefined && error === undefined && <LoadingBlock rows={6} />}
      {found?.limits.length === 0 && <Notice kind="warning">{t('colonel:limits.off')}</Notice>}
      {found !== undefined && found.limits.length > 0 && (
        <>
          <LimitedList limited={found.limited} onLifted={() => void refetch()} />
          <LimitTable limits={found.limits} />
          <p className="text-small text-text-2">{t('colonel:limits.elsewhere')}</p>
        </>
      )}
    </div>
  );
}
