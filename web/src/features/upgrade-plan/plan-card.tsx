import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../session/auth-state.ts';
import { paths } from '../../site/paths.ts';
import type { Period } from './billing-period.tsx';

/** Whole dollars. Source: specification 9 */
const prices = {
  identity: { monthly: 35, yearly: 365 },
  globalElite: { monthly: 245, yearly: 2545 },
} as const;

const features = {
  identity: ['domains', 'size', 'ttl', 'mail'],
  globalElite: ['everything', 'locality', 'delivery'],
} as const;

interface PlanCardProps {
  readonly plan: keyof typeof prices;
  readonly period: Period;
  /** Its level on the page it stands on. */
  readonly heading?: 'h2' | 'h3';
}

/** One plan: its price for the chosen period, what it adds, and how to get it. */
export function PlanCard({ plan, period, heading: Heading = 'h3' }: PlanCardProps) {
  const { t, i18n } = useTranslation('app');
  const money = new Intl.NumberFormat(i18n.language, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
  const { monthly, yearly } = prices[plan];
  const name = t(`upgrade.plans.${plan}.name`);
  return (
    <article className="flex flex-col gap-3 rounded-md border border-border p-4" data-testid={`plan-${plan}`}>
      <Heading className="font-semibold">
        <bdi>{name}</bdi>
      </Heading>
      <p>
        <span className="text-h1 font-bold">
          <bdi>{money.format(period === 'monthly' ? monthly : yearly)}</bdi>
        </span>{' '}
        <span className="text-ui text-text-2">{t(`upgrade.per.${period}`)}</span>
      </p>
      <p className="text-small text-text-2">
        {period === 'yearly' ? t('upgrade.saves', { amount: money.format(monthly * 12 - yearly) }) : '\u00a0'}
      </p>
      <ul className="flex flex-1 flex-col gap-1 text-ui">
        {features[plan].map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={1.75} aria-hidden="true" />
            <span>{i18n.getResource(i18n.language, 'app', `upgrade.features.${feature}`)}</span>
          </li>
        ))}
      </ul>
      {plan === 'identity' ? (
        <GetIt name={name} />
      ) : (
        <p className="rounded-sm bg-info-soft px-3 py-2 text-center text-ui text-info">{t('upgrade.comingSoon')}</p>
      )}
    </article>
  );
}

/** Customers ask for a plan; visitors begin with an account. */
function GetIt({ name }: { name: string }) {
  const { t } = useTranslation('app');
  const isSignedIn = useSignedIn();
  return (
    <a className="btn btn-primary" href={isSignedIn ? paths.feedback : paths.signUpWith('identity')}>
      {isSignedIn ? t('upgrade.ask', { plan: name }) : t('upgrade.signUp')}
    </a>
  );
}
