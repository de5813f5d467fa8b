import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { Facts, Section } from '../../ui/section.tsx';
import type { ColonelOverview } from './colonel-overview.ts';

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

/** How much there is of everything, a moment behind. */
export function OverviewCounts({ counts }: { readonly counts: ColonelOverview['counts'] }) {
  const { t, i18n } = useTranslation('app');
  return (
    <Section title={t('colonel.counts.title')}>
      <Facts
        facts={shown.map((name) => ({
          name: t(`colonel.counts.${name}`),
          value: formatNumber(counts[name], i18n.language),
        }))}
      />
    </Section>
  );
}
