import { useTranslation } from 'react-i18next';
import type { ColonelFeedbackQuery, RecentCustomersQuery } from '../../gql/operations.generated.ts';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';

type Statistics = RecentCustomersQuery['accountStatistics'];
type Customer = Statistics['recentCustomers'][number];

/** How many customers there are, and the newest of them, each with a link to their page. */
export function NewestCustomers({ statistics }: { readonly statistics: Statistics }) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  const { recentCustomers, customerCount, recentCustomerCount, sessionCount } = statistics;
  return (
    <Section title={t('customers.title')}>
      <p className="text-ui text-text-2">
        {t('customers.counts', {
          all: number(customerCount),
          recent: number(recentCustomerCount),
          sessions: number(sessionCount),
        })}
      </p>
      {recentCustomers.length === 0 && <p className="text-ui text-text-2">{t('customers.none')}</p>}
      <ul className="flex flex-col gap-3">
        {recentCustomers.map((customer) => (
          <CustomerRow key={customer.id} customer={customer} />
        ))}
      </ul>
    </Section>
  );
}

function CustomerRow({ customer }: { readonly customer: Customer }) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  const { id, custid, plan, role, isVerified, usage } = customer;
  return (
    <li className="border-b border-border pb-3 text-ui last:border-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Link href={paths.colonelCustomer(id)} className="link">
          <bdi className="font-medium break-all">{custid}</bdi>
        </Link>
        <span className="badge">{plan.id}</span>
        {role === 'COLONEL' && <span className="badge">{t('customers.colonel')}</span>}
        {!isVerified && <span className="badge">{t('customers.unverified')}</span>}
      </p>
      <p className="text-small text-text-2">
        {t('customers.usage', {
          created: number(usage.secretsCreated),
          opened: number(usage.secretsShared),
          mailed: number(usage.emailsSent),
        })}
      </p>
    </li>
  );
}

const DAY_SECONDS = 86_400;

/** What people wrote today, without their addresses. Days are UTC days. */
export function FeedbackToday({ said }: { readonly said: ColonelFeedbackQuery }) {
  const { t, i18n } = useTranslation('colonel');
  const { todayCount, yesterdayCount, count } = said.feedbackStatistics;
  const midnight = Math.floor(Date.now() / 1000 / DAY_SECONDS) * DAY_SECONDS;
  const number = (each: number) => formatNumber(each, i18n.language);
  return (
    <Section title={t('feedback.title')}>
      <p className="text-ui text-text-2">
        {t('feedback.counts', { today: number(todayCount), yesterday: number(yesterdayCount), all: number(count) })}
      </p>
      <ul className="flex flex-col gap-2 text-ui">
        {said.feedback
          .filter(({ created }) => created >= midnight)
          .map(({ id, message, created }) => (
            <li key={id}>
              <p className="text-small text-text-3">
                <Moment unixSeconds={created} text={formatMoment(created, i18n.language)} />
              </p>
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {message}
              </p>
            </li>
          ))}
      </ul>
    </Section>
  );
}
