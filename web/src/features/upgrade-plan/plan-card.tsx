import { type PlanId, planOf } from '@onceover/schema/plans';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../i18n/format.ts';
import { useSignedIn } from '../../session/auth-state.ts';
import { paths } from '../../site/paths.ts';
import type { Period } from './billing-period.tsx';

/** Plans that are advertised here: by their names in the texts, the product's plans. */
const advertised = { identity: 'identity', globalElite: 'global-elite' } as const satisfies Record<string, PlanId>;

const features = {
  identity: ['domains', 'size', 'ttl', 'mail'],
  globalElite: ['everything', 'locality', 'delivery'],
} as const;

interface PlanCardProps {
  readonly plan: keyof typeof advertised;
  readonly period: Period;
  /** The heading level on its page. */
  readonly heading?: 'h2' | 'h3';
}

/** One plan: its price for the chosen period, what it adds, and how to get it. */
export function PlanCard({ plan, period, heading: Heading = 'h3' }: PlanCardProps) {
  const { t, i18n } = useTranslation('app');
  const money = new Intl.NumberFormat(i18n.language, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
  const { priceMonthly, priceYearly, limits, isComingSoon } = planOf(advertised[plan]);
  const count = new Intl.NumberFormat(i18n.language);
  const figures = {
    characters: count.format(limits.maxCharacters),
    emails: count.format(limits.mailsPerDay),
    time: formatDuration(limits.maxTtlSeconds, i18n.language),
  };
  const name = t(`upgrade.plans.${plan}.name`);
  return (
    <article className="flex flex-col gap-3 rounded-md border border-border p-4" data-testid={`plan-${plan}`}>
      <Heading className="font-semibold">
        <bdi>{name}</bdi>
      </Heading>
      <p>
        <span className="text-h1 font-bold">
          <bdi>{money.format(period === 'monthly' ? priceMonthly : priceYearly)}</bdi>
        </span>{' '}
        <span className="text-ui text-text-2">{t(`upgrade.per.${period}`)}</span>
      </p>
      <p className="text-small text-text-2">
        {period === 'yearly' ? t('upgrade.saves', { amount: money.format(priceMonthly * 12 - priceYearly) }) : '\u00a0'}
      </p>
      <ul className="flex flex-1 flex-col gap-1 text-ui">
        {features[plan].map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={1.75} aria-hidden="true" />
            <span>{t(`upgrade.features.${feature}`, figures)}</span>
          </li>
        ))}
      </ul>
      {isComingSoon ? (
        <p className="rounded-sm bg-info-soft px-3 py-2 text-center text-ui text-info">{t('upgrade.comingSoon')}</p>
      ) : (
        <GetIt name={name} />
      )}
    </article>
  );
}

/** Customers request a plan; visitors create an account first. */
function GetIt({ name }: { name: string }) {
  const { t } = useTranslation('app');
  const isSignedIn = useSignedIn();
  return (
    <a className="btn btn-primary" href={isSignedIn ? paths.feedback : paths.signUpWith('identity')}>
      {isSignedIn ? t('upgrade.ask', { plan: name }) : t('upgrade.signUp')}
    </a>
  );
}
