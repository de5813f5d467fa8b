import { ChartLine, Table } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { ActionButton } from '../action-button.tsx';
import { Plot } from './plot.tsx';
import type { ChartProps } from './series.ts';

/** A picture of one idea: a sentence that says the same, and the numbers as a table for whoever wants them. */
export function Chart(props: ChartProps) {
  const { title, caption } = props;
  const { t } = useTranslation('colonel');
  const [isTable, setTable] = useState(false);
  const captionId = useId();
  return (
    <figure className="chart" aria-labelledby={captionId}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <figcaption id={captionId} className="text-ui text-text-2">
          {caption}
        </figcaption>
        <ActionButton aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? <ChartLine {...iconLook} /> : <Table {...iconLook} />}
          <span>{t(isTable ? 'chart.asPicture' : 'chart.asTable')}</span>
          <span className="sr-only">{title}</span>
        </ActionButton>
      </div>
      {isTable ? <ChartTable {...props} /> : <Plot {...props} />}
    </figure>
  );
}

const iconLook = { className: 'size-5', strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The numbers of a chart. It scrolls inside its own box, which the keyboard reaches. */
function ChartTable({ title, axis, series, points }: ChartProps) {
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
