import { useTranslation } from 'react-i18next';
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  usePlotArea,
  XAxis,
  YAxis,
} from 'recharts';
import { formatNumber } from '../../i18n/format.ts';
import { type ChartPoint, type ChartProps, type ChartSeries, lookOf, spread, ticksFor } from './series.ts';

const HEIGHT = 240;
const LABEL_WIDTH = 104;
/** More lines than this have a legend instead of a label each. */
const MOST_LABELS = 3;

type PlotProps = Pick<ChartProps, 'title' | 'kind' | 'series' | 'points'>;

/** The picture. Hover and focus show a tooltip, the arrow keys step; nothing moves by itself. */
export function Plot({ title, kind, series, points }: PlotProps) {
  const { i18n } = useTranslation();
  const isRightToLeft = i18n.dir() === 'rtl';
  const ticks = ticksFor(Math.max(0, ...points.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0))));
  const hasLabels = kind === 'lines' && series.length <= MOST_LABELS;
  const room = hasLabels ? LABEL_WIDTH : 8;
  const frame = {
    data: points.map(({ key, values }) => ({ key, ...values })),
    margin: { top: 16, bottom: 0, ...(isRightToLeft ? { left: room, right: 0 } : { left: 0, right: room }) },
    accessibilityLayer: true,
    'aria-label': title,
  };
  const axes = axesOf({ points, ticks, isRightToLeft, language: i18n.language });
  const tooltip = (
    <Tooltip
      isAnimationActive={false}
      cursor={{ stroke: 'var(--color-border-strong)', fill: 'var(--color-surface-2)' }}
      content={({ active, label }) => (active ? <PointFacts series={series} point={pointOf(points, label)} /> : null)}
    />
  );
  return (
    <>
      {!hasLabels && series.length > 1 && <Legend series={series} />}
      <div className="chart-plot" dir="ltr">
        <ResponsiveContainer width="100%" height={HEIGHT}>
          {kind === 'lines' ? (
            <LineChart {...frame}>
              {axes}
              {tooltip}
              {linesOf(series)}
              {hasLabels && <EndLabels series={series} last={points.at(-1)} top={ticks.at(-1) ?? 1} />}
            </LineChart>
          ) : (
            <BarChart {...frame}>
              {axes}
              {tooltip}
              {barsOf(series, i18n.language)}
            </BarChart>
          )}
        </ResponsiveContainer>
      </div>
    </>
  );
}

interface Axes {
  readonly points: readonly ChartPoint[];
  readonly ticks: readonly number[];
  readonly isRightToLeft: boolean;
  readonly language: string;
}

function axesOf({ points, ticks, isRightToLeft, language }: Axes) {
  const labels = new Map(points.map(({ key, label }) => [key, label]));
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--color-border)" />
      <XAxis
        dataKey="key"
        reversed={isRightToLeft}
        tickFormatter={(key: string) => labels.get(key) ?? ''}
        tickLine={false}
        stroke="var(--color-border-strong)"
        tick={tickLook}
        minTickGap={16}
      />
      <YAxis
        orientation={isRightToLeft ? 'right' : 'left'}
        domain={[0, ticks.at(-1) ?? 1]}
        ticks={[...ticks]}
        tickFormatter={(value: number) => formatNumber(value, language)}
        axisLine={false}
        tickLine={false}
        tick={tickLook}
        width={44}
      />
    </>
  );
}

const tickLook = { fill: 'var(--color-text-3)', fontSize: 13 } as const;

function linesOf(series: readonly ChartSeries[]) {
  return series.map(({ key, name }, place) => {
    const { color, dash } = lookOf(place);
    return (
      <Line
        key={key}
        dataKey={key}
        name={name}
        stroke={color}
        strokeDasharray={dash}
        strokeWidth={2}
        dot={false}
        activeDot={{ r: 4, stroke: 'var(--color-surface)' }}
        isAnimationActive={false}
      />
    );
  });
}

function barsOf(series: readonly ChartSeries[], language: string) {
  return series.map(({ key, name }, place) => (
    <Bar
      key={key}
      dataKey={key}
      name={name}
      fill={lookOf(place).color}
      maxBarSize={56}
      isAnimationActive={false}
      radius={[3, 3, 0, 0]}
    >
      <LabelList
        dataKey={key}
        position="top"
        fill="var(--color-text-2)"
        fontSize={13}
        formatter={(value) => formatNumber(Number(value), language)}
      />
    </Bar>
  ));
}

/** The names of lines where they end, so that nobody has to look them up. */
function EndLabels(props: { series: readonly ChartSeries[]; last: ChartPoint | undefined; top: number }) {
  const { series, last, top } = props;
  const { i18n } = useTranslation();
  const area = usePlotArea();
  if (area === undefined || last === undefined) return null;
  const isRightToLeft = i18n.dir() === 'rtl';
  const heights = series.map(({ key }) => area.y + area.height * (1 - (last.values[key] ?? 0) / top));
  const places = spread(heights, 18, area.y + area.height);
  return (
    <g>
      {series.map(({ key, name }, place) => (
        <text
          key={key}
          x={isRightToLeft ? area.x - 8 : area.x + area.width + 8}
          y={places[place]}
          dominantBaseline="middle"
          textAnchor={isRightToLeft ? 'end' : 'start'}
          fill={lookOf(place).color}
          fontSize={13}
          fontWeight={600}
        >
          {name}
        </text>
      ))}
    </g>
  );
}

function Legend({ series }: { readonly series: readonly ChartSeries[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-text-2">
      {series.map(({ key, name }, place) => {
        const { color, dash } = lookOf(place);
        return (
          <li key={key} className="flex items-center gap-2">
            <svg width="28" height="8" aria-hidden="true">
              <line x1="0" x2="28" y1="4" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dash} />
            </svg>
            {name}
          </li>
        );
      })}
    </ul>
  );
}

function pointOf(points: readonly ChartPoint[], key: unknown): ChartPoint | undefined {
  return points.find((point) => point.key === key);
}

function PointFacts({ series, point }: { series: readonly ChartSeries[]; point: ChartPoint | undefined }) {
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
    </div>
  );
}
