import { useQuery } from '@apollo/client/react';
import type { ColonelAnswer } from '@onceover/schema/rest/colonel';
import { useTranslation } from 'react-i18next';
import { graphClient } from '../../gql/graph-client.tsx';
import { recentCustomersOperation } from '../../gql/operations/recent-customers.generated.ts';
import { formatNumber } from '../../i18n/format.ts';
import { api } from '../../lib/calls/api.ts';
import { apiPaths, paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Facts, Section } from '../../ui/section.tsx';

const shown = [
  'customer_count',
  'recent_customer_count',
  'session_count',
  'secret_count',
  'metadata_count',
  'secrets_created',
  'secrets_shared',
  'emails_sent',
  'feedback_count',
] as const;

/** How many there are of everything; the counts lag slightly behind. */
export function OverviewCounts({ counts }: { readonly counts: ColonelOverview['counts'] }) {
  const { t, i18n } = useTranslation('colonel');
  return (
    <Section title={t('counts.title')}>
      <Facts
        facts={shown.map((name) => ({
          name: t(`counts.${name}`),
          value: formatNumber(counts[name], i18n.language),
        }))}
      />
    </Section>
  );
}

/** The newest customers, each with a link to their page. */
export function OverviewCustomers({ customers }: { readonly customers: ColonelOverview['recent_customers'] }) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  const ids = useCustomerIds();
  return (
    <Section title={t('customers.title')}>
      {customers.length === 0 && <p className="text-ui text-text-2">{t('customers.none')}</p>}
      <ul className="flex flex-col gap-3">
        {customers.map((customer) => (
          <li key={customer.custid} className="border-b border-border pb-3 text-ui last:border-0">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <CustomerName custid={customer.custid} id={ids.get(customer.custid)} />
              <span className="badge">{customer.planid}</span>
              {customer.colonel && <span className="badge">{t('customers.colonel')}</span>}
              {!customer.verified && <span className="badge">{t('customers.unverified')}</span>}
            </p>
            <p className="text-small text-text-2">
              {t('customers.usage', {
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

function CustomerName({ custid, id }: { readonly custid: string; readonly id: string | undefined }) {
  const name = <bdi className="font-medium break-all">{custid}</bdi>;
  if (id === undefined) return name;
  return (
    <Link href={paths.colonelCustomer(id)} className="link">
      {name}
    </Link>
  );
}

/** The ids of the newest customers by their address. REST does not tell them; until the graph does, there is no link. */
function useCustomerIds(): ReadonlyMap<string, string> {
  const { data } = useQuery(recentCustomersOperation, { client: graphClient });
  const customers = data?.accountStatistics.recentCustomers ?? [];
  return new Map(customers.map(({ custid, id }) => [custid, id]));
}

const days = ['today', 'yesterday', 'older'] as const;

/** What people wrote, by day, without their addresses. */
export function OverviewFeedback({ overview }: { readonly overview: ColonelOverview }) {
  const { t } = useTranslation('colonel');
  const isEmpty = days.every((day) => overview[`${day}_feedback`].length === 0);
  return (
    <Section title={t('feedback.title')}>
      {isEmpty && <p className="text-ui text-text-2">{t('feedback.none')}</p>}
      {days.map((day) => {
        const said = overview[`${day}_feedback`];
        if (said.length === 0) return null;
        return (
          <div key={day}>
            <h3 className="text-small font-semibold text-text-2">{t(`feedback.${day}`)}</h3>
            <ul className="flex flex-col gap-2 text-ui">
              {said.map(({ msg }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the answer names no id, and the list never changes in place
                <li key={index} dir="auto" className="whitespace-pre-wrap break-words">
                  {msg}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </Section>
  );
}

export type ColonelOverview = ColonelAnswer['record'];

/** What colonels see: counts, the newest customers, feedback. Never a secret, never a key. */
export async function fetchColonelOverview(signal: AbortSignal): Promise<ColonelOverview> {
  return (await api<ColonelAnswer>({ path: apiPaths.colonel, signal })).record;
}
