import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { documentTitle } from '../app/route-table.ts';
import { AccountFacts, EmailFacts, SecretFacts } from '../features/colonel-customer/customer-sections.tsx';
import { ManageSection, SessionFacts } from '../features/colonel-customer/manage-section.tsx';
import { graphClient } from '../gql/graph-client.tsx';
import { customerOperation } from '../gql/operations/customer.generated.ts';
import { paths } from '../site/paths.ts';
import { Link } from '../ui/link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';
import { NotFoundPage } from './not-found.route.tsx';

/** One customer, for colonels. */
export function ColonelCustomerPage() {
  const { t } = useTranslation(['core', 'colonel']);
  const { customerId = '' } = useParams();
  const { data, error, refetch } = useQuery(customerOperation, {
    client: graphClient,
    variables: { id: customerId },
  });
  if (data?.customer === null) return <NotFoundPage />;
  const customer = data?.customer;
  return (
    <div className="flex flex-col gap-6">
      <PageHeading documentTitle={documentTitle('colonelCustomer', t('colonel:pages.colonelCustomer.title'))}>
        {t('colonel:pages.colonelCustomer.heading')}
      </PageHeading>
      {customer === undefined && error !== undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {customer === undefined && error === undefined && <LoadingBlock rows={6} />}
      {customer !== undefined && (
        <>
          <AccountFacts customer={customer} />
          {customer.recentCounts !== null && <SecretFacts counts={customer.recentCounts} />}
          {customer.emails !== null && <EmailFacts emails={customer.emails} />}
          <SessionFacts customer={customer} />
          <ManageSection customer={customer} plans={data?.plans ?? []} onChanged={refetch} />
        </>
      )}
      <p className="text-ui">
        <Link href={paths.colonel} className="link">
          {t('colonel:customer.back')}
        </Link>
      </p>
    </div>
  );
}
