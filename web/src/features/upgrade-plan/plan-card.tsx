import { type PlanDefinition, type PlanId, planOf } from '@onceover/schema/plans';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, westernDigits } from '../../i18n/format.ts';
import { useSignedIn } from '../../session/auth-state.ts';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import type { Period } from './billing-period.tsx';

/** Plans that are advertised here: by their names in the texts, the product's plans. */
const advertised = { basic: 'basic', identity: 'identity', globalElite: 'global-elite' } as const satisfies Record<
  string,
  PlanId
>;

const features = {
  basic: ['size', 'ttl', 'mail'],
  identity: ['domains', 'size', 'ttl', 'mail'],
  globalElite: ['everything', 'locality', 'delivery'],
} as const;

/** Where a link to a plan leads on the page of prices. */
const sections = { basic: 'basic', identity: 'identity', globalElite: 'dedicated' } as const;

interface PlanCardProps {
  readonly plan: keyof typeof advertised;
  readonly period: Period;
  readonly heading?: 'h2' | 'h3';
}

/** One plan: its price for the chosen period, what it adds, and how to get it, or that it is the customer's own. */
export function PlanCard({ plan, period, heading: Heading = 'h3' }: PlanCardProps) {
  const { t, i18n } = useTranslation('app');
  const { limits, isComingSoon } = planOf(advertised[plan]);
  const count = new Intl.NumberFormat(westernDigits(i18n.language));
  const figures = {
    characters: count.format(limits.maxCharacters),
    emails: count.format(limits.mailsPerDay),
    recipients: count.format(limits.maxRecipients),
    time: formatDuration(limits.maxTtlSeconds, i18n.language),
  };
  const name = t(`upgrade.plans.${plan}.name`);
  const isCurrent = useSignedIn() && pageData().cust?.plan.id === advertised[plan];
  return (
    <article
      id={Heading === 'h2' ? sections[plan] : undefined}
      aria-current={isCurrent || undefined}
      className="flex scroll-mt-4 flex-col gap-3 rounded-md border border-border p-4 aria-[current]:border-accent"
      data-testid={`plan-${plan}`}
    >
      <Heading className="font-semibold">
        <bdi>{name}</bdi>
      </Heading>
      <Price plan={planOf(advertised[plan])} period={period} />
      <ul className="flex flex-1 flex-col gap-1 text-ui">
        {features[plan].map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={1.75} aria-hidden="true" />
            <span>{t(`upgrade.features.${feature}`, figures)}</span>
          </li>
        ))}
      </ul>
      {isCurrent && <PlanMark look="bg-accent-soft text-accent">{t('upgrade.current')}</PlanMark>}
      {!isCurrent && isComingSoon && <PlanMark look="bg-info-soft text-info">{t('upgrade.comingSoon')}</PlanMark>}
      {!isCurrent && !isComingSoon && <GetIt plan={plan} name={name} />}
    </article>
  );
}

function PlanMark({ look, children }: { look: string; children: ReactNode }) {
  return <p className={`rounded-sm px-3 py-2 text-center text-ui ${look}`}>{children}</p>;
}

/** What a plan costs in the chosen period, and what a year saves. The lines are there even if empty, so cards line up. */
function Price({ plan: { priceMonthly, priceYearly }, period }: { plan: PlanDefinition; period: Period }) {
  const { t, i18n } = useTranslation('app');
  const money = new Intl.NumberFormat(westernDigits(i18n.language), {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  });
  const isFree = priceMonthly === 0;
  const saved = period === 'yearly' && !isFree ? priceMonthly * 12 - priceYearly : null;
  return (
    <>
      <p>
        <span className="text-h1 font-bold">
          <bdi>{isFree ? t('upgrade.free') : money.format(period === 'monthly' ? priceMonthly : priceYearly)}</bdi>
        </span>{' '}
        {!isFree && <span className="text-ui text-text-2">{t(`upgrade.per.${period}`)}</span>}
      </p>
      <p className="text-small text-text-2">
        {saved === null ? '\u00a0' : t('upgrade.saves', { amount: money.format(saved) })}
      </p>
    </>
  );
}

/** Visitors create an account first; customers request a paid plan. Nobody is offered a sign-up that is off. */
function GetIt({ plan, name }: { plan: 'basic' | 'identity' | 'globalElite'; name: string }) {
  const { t } = useTranslation('app');
  const isSignedIn = useSignedIn();
  const isPaid = plan !== 'basic';
  if (!pageData().authentication.signup || (isSignedIn && !isPaid)) return null;
  const signUp = isPaid ? paths.signUpWith('identity') : paths.signUp;
  return (
    <a className={`btn ${isPaid ? 'btn-primary' : 'btn-quiet'}`} href={isSignedIn ? paths.feedback : signUp}>
      {isSignedIn ? t('upgrade.ask', { plan: name }) : t('upgrade.signUp')}
    </a>
  );
}
