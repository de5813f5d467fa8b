/** Colours of series, each with a dash pattern of its own, so that nobody needs to tell colours apart. Source: web 8.2 */
export const looks = [
  { color: 'var(--color-accent)', dash: '' },
  { color: 'var(--color-info)', dash: '7 4' },
  { color: 'var(--color-warning)', dash: '2 3' },
  { color: 'var(--color-success)', dash: '10 3 2 3' },
  { color: 'var(--color-text-3)', dash: '1 4' },
] as const;
export type Look = (typeof looks)[number];

/** One line or one group of bars. Its look follows from its place. */
export interface ChartSeries {
  readonly key: string;
  readonly name: string;
}

export interface ChartPoint {
  readonly key: string;
  /** Short, for the axis. */
  readonly label: string;
  /** Whole, for the tooltip and the table. */
  readonly title: string;
  readonly values: Readonly<Record<string, number>>;
}

export interface ChartProps {
  readonly title: string;
  /** What the picture says, in a sentence, with its numbers. */
  readonly caption: string;
  readonly kind: 'lines' | 'bars';
  /** Heads the table's first column: what the points are. */
  readonly axis: string;
  readonly series: readonly ChartSeries[];
  readonly points: readonly ChartPoint[];
  /** Points can be chosen, with a click or with Enter at where the arrows lead; the tooltip says so. */
  readonly choice?: { readonly hint: string; readonly onSelect: (key: string) => void };
}

export function lookOf(place: number): Look {
  return looks[place % looks.length] ?? looks[0];
}

/** Round numbers from 0 to the first one that is not below the highest value: at most five. */
export function ticksFor(highest: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest / 4, 1)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each * 4 >= highest) ?? power;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/**
 * Moves places that are closer together than `gap` apart, in their order, without leaving the stretch they may use. Only those that
 * need room move.
 */
export function spread(places: readonly number[], gap: number, lowest: number): number[] {
  const order = places.map((place, index) => ({ place, index })).toSorted((a, b) => a.place - b.place);
  order.forEach((each, rank) => {
    const before = order[rank - 1];
    if (before !== undefined) each.place = Math.max(each.place, before.place + gap);
  });
  order.toReversed().reduce((most, each) => {
    each.place = Math.min(each.place, most);
    return each.place - gap;
  }, lowest);
  return order.toSorted((a, b) => a.index - b.index).map(({ place }) => place);
}
