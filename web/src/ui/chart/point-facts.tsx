import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import type { ChartPoint, ChartSeries } from './series.ts';

interface PointFactsProps {
  readonly series: readonly ChartSeries[];
  readonly point: ChartPoint | undefined;
  readonly hint: string | undefined;
}

/** What a tooltip says of a point. */
export function PointFacts({ series, point, hint }: PointFactsProps) {
  const { i18n } = useTranslation();
  if (point === undefined) return null;
  return (
    <div className="chart-tooltip" dir={i18n.dir()} role="status">
      <p className="font-semibold">{point.title}</p>
      <ul>
        {series.map(({ key, name }) => (
          <li key={key}>
            {name}: {formatNumber(point.values[key] ?? 0, i18n.language)}
          </li>
        ))}
      </ul>
      {hint !== undefined && <p className="text-text-2">{hint}</p>}
    </div>
  );
}
