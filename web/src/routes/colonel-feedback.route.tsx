import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { documentTitle } from '../app/route-table.ts';
import { FeedbackByDay } from '../features/colonel-feedback/feedback-by-day.tsx';
import { graphClient } from '../gql/graph-client.tsx';
import { colonelFeedbackOperation } from '../gql/operations/colonel-feedback.generated.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

/** What people wrote: today, yesterday, and before. */
export function ColonelFeedbackPage() {
  const { t } = useTranslation(['core', 'colonel']);
  const { data, error, refetch } = useQuery(colonelFeedbackOperation, { client: graphClient });
  return (
    <div className="flex flex-col gap-6">
      <PageHeading documentTitle={documentTitle('colonelFeedback', t('colonel:pages.colonelFeedback.title'))}>
        {t('colonel:pages.colonelFeedback.heading')}
      </PageHeading>
      {data === undefined && error !== undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <LoadingBlock rows={6} />}
      {data !== undefined && <FeedbackByDay said={data} nowSeconds={Date.now() / 1000} />}
    </div>
  );
}
