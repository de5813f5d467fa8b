import { useTranslation } from 'react-i18next';
import type { RequestLimitsQuery } from '../../gql/operations.generated.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Section } from '../../ui/section.tsx';
import { useLimitWords } from './limit-words.ts';

/** Every limit: what it counts, whose, and how much is let through. */
export function LimitTable({ limits }: { readonly limits: RequestLimitsQuery['requestLimits']['limits'] }) {
  const { t } = useTranslation('colonel');
  const { nameOf, boundOf } = useLimitWords();
  return (
    <Section title={t('limits.all')}>
      <DataTable
        caption={t('limits.all')}
        columns={[t('limits.what'), t('limits.whose'), t('limits.bound')]}
        rows={limits.map(({ limit, kind, ...bound }) => ({
          key: `${limit} ${kind} ${bound.seconds}`,
          cells: [nameOf(limit), t(`limits.kinds.${kind}`), boundOf(bound)],
        }))}
      />
    </Section>
  );
}
