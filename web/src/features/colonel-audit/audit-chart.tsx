import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { auditHistogramOperation } from '../../gql/operations/audit-histogram.generated.ts';
import type { AuditHistogramQuery } from '../../gql/operations.generated.ts';
import { formatNumber, westernDigits } from '../../i18n/format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartPoint } from '../../ui/chart/series.ts';
import { LoadingBlock, QueryProblem } from '../../ui/query-state.tsx';
import { type AuditAddress, filterOf, timesOf } from './audit-address.ts';

/** How much fits the conditions, step by step. `now`: Unix seconds when it was asked. */
export function useHistogram(address: AuditAddress, now: number) {
  const { from, to } = timesOf(address, now);
  const { data, previousData, error, refetch } = useQuery(auditHistogramOperation, {
    variables: { from, to, filter: filterOf(address, now) },
    fetchPolicy: 'no-cache',
  });
  const total = data?.auditHistogram.counts.reduce((sum, { all }) => sum + all, 0);
  return { from, to, histogram: (data ?? previousData)?.auditHistogram, total, error, refetch };
}

interface AuditChartProps {
  readonly counted: ReturnType<typeof useHistogram>;
  readonly onSelect: (span: { readonly from: number; readonly to: number }) => void;
}

/** Entries of chains, and events that blocks alone cover. A step can be chosen. */
export function AuditChart({ counted, onSelect }: AuditChartProps) {
  const { t, i18n } = useTranslation('colonel');
  const { from, to, histogram, error, refetch } = counted;
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void refetch()} />;
  if (histogram === undefined) return <LoadingBlock rows={6} />;
  const { step, counts } = histogram;
  const sum = (of: (count: Count) => number) =>
    formatNumber(
      counts.reduce((before, count) => before + of(count), 0),
      i18n.language,
    );
  const said = { entries: sum(entriesOf), covered: sum(({ unowned }) => unowned), failed: sum(({ failed }) => failed) };
  return (
    <Chart
      title={t('audit.chart.title')}
      caption={t('audit.chart.caption', said)}
      kind="lines"
      axis={t('audit.chart.axis')}
      series={[
        { key: 'entries', name: t('audit.list') },
        { key: 'covered', name: t('audit.chart.covered') },
        { key: 'failed', name: t('audit.chart.failed') },
      ]}
      points={pointsOf(histogram, { from, to }, i18n.language)}
      choice={{
        hint: t('audit.chart.pick'),
        onSelect: (key) => onSelect({ from: Number(key), to: Number(key) + step }),
      }}
    />
  );
}

type Count = AuditHistogramQuery['auditHistogram']['counts'][number];

const entriesOf = ({ all, unowned }: Pick<Count, 'all' | 'unowned'>) => all - unowned;

const MOST_POINTS = 101;

/** With the steps in which there was nothing. */
function pointsOf(
  { step, counts }: AuditHistogramQuery['auditHistogram'],
  { from, to }: { readonly from: number; readonly to: number },
  language: string,
): ChartPoint[] {
  const found = new Map(counts.map((count) => [count.at, count]));
  const begin = Math.floor(from / step) * step;
  const isLong = to - from > 2 * 86_400;
  const short = new Intl.DateTimeFormat(
    westernDigits(language),
    isLong ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' },
  );
  const whole = new Intl.DateTimeFormat(westernDigits(language), { dateStyle: 'medium', timeStyle: 'short' });
  const count = Math.min(MOST_POINTS, Math.ceil((to - begin) / step));
  return Array.from({ length: count }, (_, index) => {
    const at = begin + index * step;
    const { all, unowned, failed } = found.get(at) ?? { all: 0, unowned: 0, failed: 0 };
    const values = { entries: entriesOf({ all, unowned }), covered: unowned, failed };
    return { key: String(at), label: short.format(at * 1000), title: whole.format(at * 1000), values };
  });
}
