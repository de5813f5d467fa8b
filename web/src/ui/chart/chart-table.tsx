import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import type { ChartProps } from './series.ts';

/** The numbers of a chart. It scrolls inside its own box, which the keyboard reaches. */
export function ChartTable({ title, axis, series, points }: ChartProps) {
  const { i18n } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div className="chart-table" tabIndex={0}>
      <table>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.key}>
              <th scope="row">{point.title}</th>
              {series.map(({ key }) => (
                <td key={key}>{formatNumber(point.values[key] ?? 0, i18n.language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
