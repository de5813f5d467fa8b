import { useTranslation } from 'react-i18next';
import type { CustomerCountsQuery, CustomerRowFragment, RecentCustomersQuery } from '../../gql/operations.generated.ts';
import { formatNumber } from '../../i18n/format.ts';
import { paths } from '../../site/paths.ts';
import { TextLink } from '../../ui/link.tsx';
import { Section } from '../../ui/section.tsx';

type Counts = Pick<CustomerCountsQuery['accountStatistics'], 'customerCount' | 'recentCustomerCount' | 'sessionCount'>;

/** So many are on the overview; the list of all has the others. */
const MOST_NEWEST = 3;

export function NewestCustomers({ statistics }: { readonly statistics: RecentCustomersQuery['accountStatistics'] }) {
  const { t } = useTranslation('colonel');
  const { recentCustomers } = statistics;
  return (
    <Section title={t('customers.title')}>
      <CustomerCounts counts={statistics} />
      {recentCustomers.length === 0 && <p className="text-ui text-text-2">{t('customers.none')}</p>}
      <CustomerList customers={recentCustomers.slice(0, MOST_NEWEST)} />
      <p className="text-ui">
        <TextLink href={paths.colonelCustomers}>{t('frame.sections.customers')}</TextLink>
      </p>
    </Section>
  );
}

export function CustomerCounts({ counts }: { readonly counts: Counts }) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  const { customerCount: all, recentCustomerCount: recent, sessionCount: sessions } = counts;
  return (
    <p className="text-ui text-text-2">
      {t('customers.counts', { all: number(all), recent: number(recent), sessions: number(sessions) })}
    </p>
  );
}

export function CustomerList({ customers }: { readonly customers: readonly CustomerRowFragment[] }) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <ul className="flex flex-col gap-3">
      {customers.map(({ id, custid, plan, role, isVerified, isDisabled, usage }) => (
        <li key={id} className="border-b border-border pb-3 text-ui last:border-0">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <TextLink href={paths.colonelCustomer(id)}>
              <bdi className="font-medium break-all">{custid}</bdi>
            </TextLink>
            <span className="badge">{plan.id}</span>
            {role === 'COLONEL' && <span className="badge">{t('customers.colonel')}</span>}
            {!isVerified && <span className="badge">{t('customers.unverified')}</span>}
            {isDisabled && <span className="badge">{t('customers.disabled')}</span>}
          </p>
          <p className="text-small text-text-2">
            {t('customers.usage', {
              created: number(usage.secretsCreated),
              opened: number(usage.secretsShared),
              mailed: number(usage.emailsSent),
            })}
          </p>
        </li>
      ))}
    </ul>
  );
}
