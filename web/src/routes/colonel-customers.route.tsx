import { useQuery } from '@apollo/client/react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { documentTitle } from '../app/route-table.ts';
import { FindCustomer } from '../features/colonel-customer/find-customer.tsx';
import { NewestCustomers } from '../features/colonel-overview/people-blocks.tsx';
import { graphClient } from '../gql/graph-client.tsx';
import { recentCustomersOperation } from '../gql/operations/recent-customers.generated.ts';
import { paths } from '../site/paths.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

/** Finding a customer, and the newest ones. */
export function ColonelCustomersPage() {
  const { t } = useTranslation(['core', 'colonel']);
  const navigate = useNavigate();
  const toCustomer = useCallback((id: string) => void navigate(paths.colonelCustomer(id)), [navigate]);
  const { data, error, refetch } = useQuery(recentCustomersOperation, { client: graphClient });
  return (
    <div className="flex flex-col gap-6">
      <PageHeading documentTitle={documentTitle('colonelCustomers', t('colonel:pages.colonelCustomers.title'))}>
        {t('colonel:pages.colonelCustomers.heading')}
      </PageHeading>
      <FindCustomer onFound={toCustomer} />
      {data === undefined && error !== undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === undefined && <LoadingBlock rows={6} />}
      {data !== undefined && <NewestCustomers statistics={data.accountStatistics} />}
    </div>
  );
}
