import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { CustomerFilterBar, customerFilterFrom, useCustomers } from '../features/colonel-customer/customer-filter.tsx';
import { CustomerCounts, CustomerList } from '../features/colonel-customer/customer-list.tsx';
import { FindCustomer } from '../features/colonel-customer/find-customer.tsx';
import { customerCountsOperation } from '../gql/operations/customer-counts.generated.ts';
import { useSearchWords } from '../lib/use-search-words.ts';
import { paths } from '../site/paths.ts';
import { LoadingBlock, Pages } from '../ui/query-state.tsx';
import { Section } from '../ui/section.tsx';

export function ColonelCustomersPage() {
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelCustomers" />
      <FindCustomer onFound={(id) => void navigate(paths.colonelCustomer(id))} />
      <AllCustomers />
    </div>
  );
}

function AllCustomers() {
  const { t } = useTranslation('colonel');
  const [said, change] = useSearchWords();
  const filter = customerFilterFrom(said);
  const customers = useCustomers(filter);
  const { data, error } = useQuery(customerCountsOperation);
  const isFiltered = filter.plan !== null || filter.isVerified !== null || filter.isDisabled !== null;
  // The counts stand above the list: shown later than it, they would move a name away from under a click.
  if (data === undefined && error === undefined)
    return (
      <Section title={t('customers.list')}>
        <LoadingBlock rows={6} />
      </Section>
    );
  return (
    <Section title={t('customers.list')}>
      {data !== undefined && <CustomerCounts counts={data.accountStatistics} />}
      <p className="text-small text-text-2">{t('customers.recorded')}</p>
      <CustomerFilterBar filter={filter} plans={data?.plans ?? []} onChange={change} />
      <Pages
        of={customers}
        none={<p className="text-ui text-text-2">{t(isFiltered ? 'customers.noMatch' : 'customers.none')}</p>}
        more={t('customers.more')}
      >
        {(rows) => <CustomerList customers={rows} />}
      </Pages>
    </Section>
  );
}
