import { useTranslation } from 'react-i18next';
import { deadLettersOf, haltsOf, type System } from '../../colonel/system.ts';
import { formatNumber } from '../../i18n/format.ts';
import type colonelTexts from '../../i18n/locales/en/colonel.json';
import { paths } from '../../site/paths.ts';
import { TextLink } from '../../ui/link.tsx';
import { Moment } from '../../ui/moment.tsx';
import { FactsSection, fact } from '../../ui/section.tsx';

type KindOfRequest = keyof (typeof colonelTexts)['health']['requests'];

function timesOf({ gateway }: System) {
  return (gateway?.requests ?? [])
    .filter(({ count }) => count > 0)
    .map(({ kind, ...times }) => ({ kind: kind as KindOfRequest, ...times }));
}

/** How long requests take, and what went wrong last; the system page says more. */
export function HealthSummary({ system }: { readonly system: System }) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  const tenths = (count: number | null) => number(Math.round((count ?? 0) * 10) / 10);
  const isDown = system.services.some(({ isReachable }) => !isReachable);
  const halts = haltsOf(system);
  const letters = deadLettersOf(system);
  const [last] = [...halts, ...letters].toSorted((one, other) => other.at - one.at);
  return (
    <FactsSection
      title={t('health.title')}
      {...(isDown || halts.length > 0 ? { tone: 'danger' } : {})}
      facts={[
        ...timesOf(system).map(({ kind, p50, p95 }) => ({
          name: t('health.took', { what: t(`health.requests.${kind}`) }),
          value: t('health.times', { half: tenths(p50), most: tenths(p95) }),
        })),
        fact(
          t('health.lastError'),
          last === undefined ? (
            t('health.noError')
          ) : (
            <>
              <Moment unixSeconds={last.at} /> <bdi className="break-words">{last.error}</bdi>
            </>
          ),
        ),
      ]}
    >
      <p className="text-ui">
        <TextLink href={paths.colonelSystem}>{t('health.more')}</TextLink>
      </p>
    </FactsSection>
  );
}
