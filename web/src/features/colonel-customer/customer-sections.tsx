import { useTranslation } from 'react-i18next';
import type { CustomerQuery } from '../../gql/operations.generated.ts';
import { formatNumber } from '../../i18n/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { FactsSection, fact } from '../../ui/section.tsx';

type Customer = NonNullable<CustomerQuery['customer']>;

/** What accounts knows: who the customer is, and what they have done so far. */
export function AccountFacts({ customer }: { readonly customer: Customer }) {
  const { t, i18n } = useTranslation(['colonel', 'app']);
  const moment = (at: number) => <Moment unixSeconds={at} />;
  const number = (count: number) => formatNumber(count, i18n.language);
  const { usage, lastSignIn } = customer;
  return (
    <FactsSection
      title={t('customer.account')}
      facts={[
        fact(t('app:account.profile.custid'), <bdi className="font-medium break-all">{customer.custid}</bdi>),
        fact(t('app:account.plan.title'), customer.plan.name),
        fact(t('customer.role'), t(`customer.roles.${customer.role}`)),
        fact(t('customer.verified'), customer.isVerified ? t('app:account.plan.yes') : t('app:account.plan.no')),
        fact(t('app:account.profile.created'), moment(customer.created)),
        fact(t('app:account.profile.lastSignIn'), lastSignIn === null ? t('customer.never') : moment(lastSignIn)),
        fact(
          t('app:account.twoStep.title'),
          customer.twoStep.isEnabled ? t('customer.on') : t('app:account.twoStep.off'),
        ),
        fact(
          t('app:account.profile.usage'),
          t('app:account.profile.usageText', {
            created: number(usage.secretsCreated),
            opened: number(usage.secretsShared),
            burned: number(usage.secretsBurned),
            mailed: number(usage.emailsSent),
          }),
        ),
      ]}
    />
  );
}

/** What secrets knows: how many of the last 30 days were opened. Never a key. */
export function SecretFacts({ counts }: { readonly counts: NonNullable<Customer['recentCounts']> }) {
  const { t, i18n } = useTranslation(['colonel', 'app']);
  return (
    <FactsSection
      title={t('customer.secrets.title')}
      facts={(['received', 'notReceived'] as const).map((name) => ({
        name: t(`customer.secrets.${name}`),
        value: formatNumber(counts[name], i18n.language),
      }))}
    />
  );
}

/** What notifications knows: what became of the emails of the last 90 days. */
export function EmailFacts({ emails }: { readonly emails: NonNullable<Customer['emails']> }) {
  const { t, i18n } = useTranslation(['colonel', 'app']);
  const { lastFailure } = emails;
  return (
    <FactsSection
      title={t('customer.emails.title')}
      facts={[
        ...(['queued', 'sent', 'failed', 'bounced', 'suppressed'] as const).map((state) => ({
          name: t(`customer.emails.${state}`),
          value: formatNumber(emails[state], i18n.language),
        })),
        fact(
          t('customer.emails.lastFailure'),
          lastFailure === null ? (
            t('customer.emails.noFailure')
          ) : (
            <>
              <Moment unixSeconds={lastFailure.at} />{' '}
              {lastFailure.reason !== null && <code dir="ltr">{lastFailure.reason}</code>}
            </>
          ),
        ),
      ]}
    />
  );
}
