import type { Counting, Fact, LabelValues } from '@onceover/service-kit/telemetry';
import type PromClient from 'prom-client';

/** The library itself is loaded by whoever shows metrics. */
export type Kinds = Pick<typeof PromClient, 'Counter' | 'Gauge' | 'Histogram'>;

/** In seconds: from what a look takes to what nobody waits for. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const OTHER = 'other';

/** Counts what the parts of a process say as metrics in a registry. */
export function countingIn(registry: PromClient.Registry, { Counter, Gauge, Histogram }: Kinds): Counting {
  const levels = new Map<string, Level[]>();
  const describe = ({ name, help, labels }: Fact) => ({
    name,
    help,
    labelNames: Object.keys(labels),
    registers: [registry],
  });
  /** Whoever asks for a fact first makes its metric. */
  const once = <Metric>({ name }: Fact, make: () => Metric): Metric =>
    (registry.getSingleMetric(name) as Metric | undefined) ?? make();
  return {
    duration(fact) {
      const histogram = once(fact, () => new Histogram({ ...describe(fact), buckets: BUCKETS }));
      const closed = closing(fact);
      return (values, seconds) => histogram.observe(closed(values), seconds);
    },
    count(fact) {
      const counter = once(fact, () => new Counter(describe(fact)));
      const closed = closing(fact);
      return (values, more = 1) => counter.inc(closed(values), more);
    },
    level(fact, read) {
      const all = levels.get(fact.name) ?? [];
      levels.set(fact.name, all);
      const closed = closing(fact);
      all.push(() => read().map(([values, level]) => [closed(values), level]));
      once(fact, () => {
        const collect = function (this: PromClient.Gauge): void {
          this.reset();
          for (const [labels, level] of all.flatMap((each) => each())) this.set(labels, level);
        };
        return new Gauge({ ...describe(fact), collect });
      });
    },
  };
}

type Level = () => (readonly [Record<string, string>, number])[];

/** A value that nobody announced is not shown: somebody may have sent it. */
function closing<Label extends string>({ labels }: Fact<Label>) {
  const names = Object.keys(labels) as Label[];
  return (values: LabelValues<Label>): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, labels[name].has(values[name]) ? values[name] : OTHER]));
}
