import { ChartLine, Table } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { ActionButton } from '../action-button.tsx';
import { DataTable } from '../data-table.tsx';
import { Section } from '../section.tsx';
import { Plot } from './plot.tsx';
import type { ChartProps } from './series.ts';

/** A section with a picture of one idea: a sentence that says the same, and the numbers as a table for whoever wants them. */
export function Chart(props: ChartProps) {
  const { title, caption } = props;
  const { t } = useTranslation('colonel');
  const [isTable, setTable] = useState(false);
  const captionId = useId();
  return (
    <Section title={title}>
      <figure className="chart" aria-labelledby={captionId}>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <figcaption id={captionId} className="min-w-52 flex-1 text-ui text-text-2">
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
    </Section>
  );
}

const iconLook = { className: 'size-5', strokeWidth: 1.75, 'aria-hidden': true } as const;

function ChartTable({ title, axis, series, points }: ChartProps) {
  const { i18n } = useTranslation();
  return (
    <DataTable
      isBounded
      caption={title}
      columns={[axis, ...series.map(({ name }) => name)]}
      rows={points.map((point) => ({
        key: point.key,
        cells: [point.title, ...series.map(({ key }) => formatNumber(point.values[key] ?? 0, i18n.language))],
      }))}
    />
  );
}
