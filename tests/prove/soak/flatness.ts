/** What was seen at one moment, by name. */
export type Sample = Readonly<Record<string, number>>;

/** How a figure may change while the load stays the same. */
export interface Rule {
  /** Whether the figure is one of those that it is about. */
  readonly is: (name: string) => boolean;
  /** `level`: it stays as it is. `growth`: it may grow, but not faster and faster. */
  readonly kind: 'level' | 'growth';
  /** How many times as much it may be in the end. */
  readonly times: number;
  /** So much more is noise. */
  readonly slack: number;
}

export interface Verdict {
  readonly name: string;
  /** For `level` what it was; for `growth` by how much it grew from one sample to the next: at first, and in the end. */
  readonly first: number;
  readonly last: number;
  readonly isFlat: boolean;
}

/** Part of the samples that belongs to the start: code is compiled, caches fill. */
const WARM_UP = 1 / 6;
/** Of the rest, how much stands for "at first", and how much for "in the end". */
const SHARE = 1 / 4;

/** Judges each figure that a rule is about. At least twelve samples at equal distances are needed; throws a RangeError for fewer. */
export function judgeFlatness(samples: readonly Sample[], rules: readonly Rule[]): readonly Verdict[] {
  if (samples.length < 12) throw new RangeError(`${samples.length} samples say nothing; at least 12 are needed`);
  const steady = samples.slice(Math.ceil(samples.length * WARM_UP));
  const names = new Set(steady.flatMap((sample) => Object.keys(sample)));
  return [...names].flatMap((name) => {
    const rule = rules.find(({ is }) => is(name));
    return rule === undefined
      ? []
      : [
          judge(
            name,
            steady.map((sample) => sample[name] ?? 0),
            rule,
          ),
        ];
  });
}

function judge(name: string, values: readonly number[], { kind, times, slack }: Rule): Verdict {
  const seen = kind === 'level' ? values : values.slice(1).map((value, index) => value - (values[index] ?? 0));
  const part = Math.max(2, Math.floor(seen.length * SHARE));
  const average = kind === 'level' ? median : mean;
  const [first, last] = [average(seen.slice(0, part)), average(seen.slice(-part))];
  return { name, first, last, isFlat: last <= first * times + slack };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Growth comes in steps, such as a new segment of a file; only its mean says something. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
