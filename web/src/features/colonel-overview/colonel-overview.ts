import type { ColonelOverviewQuery } from '../../gql/operations.generated.ts';
import { westernDigits } from '../../i18n/format.ts';
import type { ChartPoint } from '../../ui/chart/series.ts';

export type Overview = ColonelOverviewQuery['colonelOverview'];
export type OverviewStep = Overview['steps'][number];
export type OverviewHour = Overview['hours'][number];
export type RangeName = '48h' | '30d';

/** What the secrets that are waiting became more or fewer by in each of the last 24 hours. */
function netOf({ created, opened, burned, expired }: OverviewHour): number {
  return created - opened - burned - expired;
}

/** How many were waiting at the end of each of the last 24 hours, counted backwards from now. */
export function waitingByHour(hours: readonly OverviewHour[], now: number): number[] {
  let waiting = now;
  const backwards = hours.toReversed().map((hour) => {
    const atItsEnd = waiting;
    waiting -= netOf(hour);
    return Math.max(0, atItsEnd);
  });
  return backwards.reverse();
}

export function waitingMore(hours: readonly OverviewHour[]): number {
  return hours.reduce((sum, hour) => sum + netOf(hour), 0);
}

/** The steps of a range as points of a chart. Hours are the reader's; days are UTC days, as they are counted. */
export function pointsOf(
  steps: readonly OverviewStep[],
  range: RangeName,
  language: string,
  valuesOf: (step: OverviewStep) => Readonly<Record<string, number>>,
): ChartPoint[] {
  const zone = range === '30d' ? { timeZone: 'UTC' } : {};
  const short = new Intl.DateTimeFormat(westernDigits(language), {
    ...(range === '30d' ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' }),
    ...zone,
  });
  const whole = new Intl.DateTimeFormat(westernDigits(language), {
    dateStyle: 'medium',
    ...(range === '30d' ? {} : { timeStyle: 'short' }),
    ...zone,
  });
  return steps.map((step) => ({
    key: String(step.at),
    label: short.format(step.at * 1000),
    title: whole.format(step.at * 1000),
    values: valuesOf(step),
  }));
}

export function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}
