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
export function AuditChart({ address, now }: { readonly address: AuditAddress; readonly now: number }) {
  const { t, i18n } = useTranslation('colonel');
  const { from, to } = timesOf(address, now);
  const { data, previousData, error, refetch } = useQuery(auditHistogramOperation, {
    variables: { from, to, filter: filterOf(address, now) },
    fetchPolicy: 'no-cache',
  });
  const histogram = (data ?? previousData)?.auditHistogram;
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void refetch()} />;
  if (histogram === undefined) return <LoadingBlock rows={6} />;
  const number = (count: number) => formatNumber(count, i18n.language);
  const sum = (name: 'all' | 'failed') => histogram.counts.reduce((before, count) => before + count[name], 0);
  return (
    <Chart
      title={t('audit.chart.title')}
      caption={t('audit.chart.caption', { all: number(sum('all')), failed: number(sum('failed')) })}
      kind="lines"
      axis={t('audit.chart.axis')}
      series={[
        { key: 'all', name: t('audit.chart.all') },
        { key: 'failed', name: t('audit.chart.failed') },
      ]}
      points={pointsOf(histogram, { from, to }, i18n.language)}
    />
  );
}

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
    const { all = 0, failed = 0 } = found.get(at) ?? {};
    return { key: String(at), label: short.format(at * 1000), title: whole.format(at * 1000), values: { all, failed } };
  });
}
