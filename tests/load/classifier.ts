const folds = 5;

/**
 * How often a guess by timing alone is right, for two classes measured alternately: for each fifth, the threshold that
 * best separates the other four is tried on it. 0.5 is a coin toss: the timing reveals nothing.
 */
export function guessRate(first: readonly number[], second: readonly number[]): number {
  const samples = [...first.map((at) => ({ at, isFirst: true })), ...second.map((at) => ({ at, isFirst: false }))];
  const inFold = (index: number, length: number) => Math.floor((index * folds) / length);
  let right = 0;
  for (let fold = 0; fold < folds; fold += 1) {
    const isHeldOut = (index: number) =>
      inFold(
        index < first.length ? index : index - first.length,
        index < first.length ? first.length : second.length,
      ) === fold;
    const known = samples.filter((_, index) => !isHeldOut(index));
    const rule = bestThreshold(known);
    for (const [index, sample] of samples.entries()) {
      if (isHeldOut(index) && sample.at <= rule.threshold === (sample.isFirst === rule.firstIsFaster)) right += 1;
    }
  }
  return right / samples.length;
}

interface Sample {
  readonly at: number;
  readonly isFirst: boolean;
}

function bestThreshold(samples: readonly Sample[]): { threshold: number; firstIsFaster: boolean } {
  const sorted = samples.toSorted((a, b) => a.at - b.at);
  const totalFirst = sorted.filter(({ isFirst }) => isFirst).length;
  let best = { threshold: Number.NEGATIVE_INFINITY, firstIsFaster: true, right: 0 };
  let firstBelow = 0;
  for (const [index, { at, isFirst }] of sorted.entries()) {
    if (isFirst) firstBelow += 1;
    const secondBelow = index + 1 - firstBelow;
    const ifFaster = firstBelow + (sorted.length - totalFirst - secondBelow);
    const ifSlower = sorted.length - ifFaster;
    if (ifFaster > best.right) best = { threshold: at, firstIsFaster: true, right: ifFaster };
    if (ifSlower > best.right) best = { threshold: at, firstIsFaster: false, right: ifSlower };
  }
  return best;
}

/** The median of the values; of an even number of them, the middle between the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
