import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { Section } from '../../ui/section.tsx';
import type { ColonelOverview } from './colonel-overview.ts';

/** The newest customers. */
export function OverviewCustomers({ customers }: { readonly customers: ColonelOverview['recent_customers'] }) {
  const { t, i18n } = useTranslation('app');
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <Section title={t('colonel.customers.title')}>
      {customers.length === 0 && <p className="text-ui text-text-2">{t('colonel.customers.none')}</p>}
      <ul className="flex flex-col gap-3">
        {customers.map((customer) => (
          <li key={customer.custid} className="border-b border-border pb-3 text-ui last:border-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <bdi className="font-medium break-all">{customer.custid}</bdi>
              <span className="badge">{customer.planid}</span>
              {customer.colonel && <span className="badge">{t('colonel.customers.colonel')}</span>}
              {!customer.verified && <span className="badge">{t('colonel.customers.unverified')}</span>}
            </p>
            <p className="text-small text-text-2">
              {t('colonel.customers.usage', {
                created: number(customer.secrets_created),
                opened: number(customer.secrets_shared),
                mailed: number(customer.emails_sent),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
