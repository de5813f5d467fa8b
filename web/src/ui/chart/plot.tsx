import { useTranslation } from 'react-i18next';
import { Bar, BarChart, CartesianGrid, LabelList, Line, LineChart, Tooltip, usePlotArea, XAxis, YAxis } from 'recharts';
import { formatShortNumber } from '../../i18n/format-figures.ts';
import { ActivePoint, useChoosing } from './choosing.tsx';
import { PointFacts } from './point-facts.tsx';
import { axisRoom, FONT_SIZE, fitBeside, widest } from './room.ts';
import { type ChartPoint, type ChartProps, type ChartSeries, lookOf, spread, ticksFor } from './series.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 200;
/** More lines than this have a legend instead of a label each. */
const MOST_LABELS = 3;
/** Labels at the ends of lines may take this part of the width; longer ones become a legend. */
const MOST_OF_WIDTH = 0.3;
const BESIDE_LABEL = 8;

type PlotProps = Pick<ChartProps, 'title' | 'kind' | 'series' | 'points' | 'choice'>;

/** The picture. Hover and focus show a tooltip, the arrow keys step; nothing moves by itself. */
export function Plot({ title, kind, series, points, choice }: PlotProps) {
  const { i18n } = useTranslation();
  const { box, width } = useWidth();
  const choosing = useChoosing(choice?.onSelect);
  const isRightToLeft = i18n.dir() === 'rtl';
  const short = (count: number) => formatShortNumber(count, i18n.language);
  const ticks = ticksFor(Math.max(0, ...points.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0))));
  const axisWidth = axisRoom(ticks.map(short));
  const labelRoom = BESIDE_LABEL * 2 + widest(names(series), true);
  const hasLabels = kind === 'lines' && series.length <= MOST_LABELS && labelRoom <= width * MOST_OF_WIDTH;
  const room = hasLabels ? labelRoom : BESIDE_LABEL;
  const frame = {
    width,
    height: HEIGHT,
    data: points.map(({ key, values }) => ({ key, ...values })),
    margin: { top: 16, bottom: 0, ...(isRightToLeft ? { left: room, right: 0 } : { left: 0, right: room }) },
    accessibilityLayer: true,
    'aria-label': title,
    onClick: choosing.onClick,
  };
  const hasAllNames =
    kind === 'bars' &&
    fitBeside(
      points.map(({ label }) => label),
      width - axisWidth - room,
    );
  const axes = axesOf({ points, ticks, isRightToLeft, short, axisWidth, hasAllNames });
  const tooltip = (
    <Tooltip
      isAnimationActive={false}
      cursor={{ stroke: 'var(--color-border-strong)', fill: 'var(--color-surface-2)' }}
      content={({ active, label }) =>
        active ? <PointFacts series={series} point={pointOf(points, label)} hint={choice?.hint} /> : null
      }
    />
  );
  return (
    <>
      {!hasLabels && series.length > 1 && <Legend series={series} />}
      {/* A new picture for a new width: a tooltip would stay where the old one had its point. */}
      <div
        ref={box}
        className="chart-plot"
        dir="ltr"
        style={{ height: HEIGHT }}
        data-selects={choice !== undefined}
        onKeyDownCapture={choosing.onKeyDown}
      >
        {width === 0 ? null : kind === 'lines' ? (
          <LineChart key={width} {...frame}>
            {axes}
            {tooltip}
            <ActivePoint at={choosing.active} />
            {linesOf(series)}
            {hasLabels && <EndLabels series={series} last={points.at(-1)} top={ticks.at(-1) ?? 1} />}
          </LineChart>
        ) : (
          <BarChart key={width} {...frame}>
            {axes}
            {tooltip}
            <ActivePoint at={choosing.active} />
            {barsOf({ series, points, short, width: width - axisWidth - room })}
          </BarChart>
        )}
      </div>
    </>
  );
}

const names = (series: readonly ChartSeries[]) => series.map(({ name }) => name);

interface Axes {
  readonly points: readonly ChartPoint[];
  readonly ticks: readonly number[];
  readonly isRightToLeft: boolean;
  readonly short: (count: number) => string;
  readonly axisWidth: number;
  /** Otherwise some of the points have none below them. */
  readonly hasAllNames: boolean;
}

function axesOf({ points, ticks, isRightToLeft, short, axisWidth, hasAllNames }: Axes) {
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
        {...(hasAllNames ? { interval: 0 } : {})}
      />
      <YAxis
        orientation={isRightToLeft ? 'right' : 'left'}
        domain={[0, ticks.at(-1) ?? 1]}
        ticks={[...ticks]}
        tickFormatter={short}
        axisLine={false}
        tickLine={false}
        tick={tickLook}
        width={axisWidth}
      />
    </>
  );
}

const tickLook = { fill: 'var(--color-text-3)', fontSize: FONT_SIZE } as const;

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

interface Bars extends Pick<Axes, 'points' | 'short'> {
  readonly series: readonly ChartSeries[];
  /** Of all of them together. */
  readonly width: number;
}

/** Each with its number above it, where all of them have the room. */
function barsOf({ series, points, short, width }: Bars) {
  return series.map(({ key, name }, place) => {
    const numbers = points.map(({ values }) => short(values[key] ?? 0));
    return (
      <Bar
        key={key}
        dataKey={key}
        name={name}
        fill={lookOf(place).color}
        maxBarSize={56}
        isAnimationActive={false}
        radius={[3, 3, 0, 0]}
      >
        {widest(numbers) * points.length <= width && (
          <LabelList
            dataKey={key}
            position="top"
            fill="var(--color-text-2)"
            fontSize={FONT_SIZE}
            formatter={(value) => short(Number(value))}
          />
        )}
      </Bar>
    );
  });
}

/** The names of lines where they end, so that nobody has to look them up. */
function EndLabels(props: { series: readonly ChartSeries[]; last: ChartPoint | undefined; top: number }) {
  const { series, last, top } = props;
  const { i18n } = useTranslation();
  const area = usePlotArea();
  if (area === undefined || last === undefined) return null;
  const isRightToLeft = i18n.dir() === 'rtl';
  const heights = series.map(({ key }) => area.y + area.height * (1 - (last.values[key] ?? 0) / top));
  // Above the axis with all of the letters: below it stand its own labels.
  const places = spread(heights, 18, area.y + area.height - FONT_SIZE / 2 - 2);
  return (
    <g>
      {series.map(({ key, name }, place) => (
        <text
          key={key}
          x={isRightToLeft ? area.x - BESIDE_LABEL : area.x + area.width + BESIDE_LABEL}
          y={places[place]}
          dominantBaseline="middle"
          textAnchor={isRightToLeft ? 'end' : 'start'}
          fill={lookOf(place).color}
          fontSize={FONT_SIZE}
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
