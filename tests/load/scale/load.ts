/** What people do with secrets. No measurement says it: these are assumptions, and whoever knows better changes them here. */
export interface Mix {
  /** Share of secrets that are opened; the others expire. */
  readonly opened: number;
  /** Until an opened secret is opened, on average. */
  readonly hoursUntilOpened: number;
  readonly lifetimeDays: number;
  /** Of the gate and of the private page, for each secret. */
  readonly looks: number;
  /** Share of secrets created by somebody who is signed in: feed and trail hear of them. */
  readonly owned: number;
  /** Share of endings that somebody watches in an open page. */
  readonly watched: number;
  /** Share of creators and owners with an open page at the peak, of those who come in a minute, times the minutes they stay. */
  readonly minutesOpen: number;
  /** The busiest second of the day against the average one. */
  readonly peakFactor: number;
}

export const assumedMix: Mix = {
  opened: 0.8,
  hoursUntilOpened: 4,
  lifetimeDays: 7,
  looks: 2,
  owned: 0.3,
  watched: 0.5,
  minutesOpen: 5,
  peakFactor: 3,
};

const SECONDS_OF_DAY = 86_400;

/** Days that a secret waits, on average. */
export function meanDaysAlive({ opened, hoursUntilOpened, lifetimeDays }: Mix): number {
  return opened * (hoursUntilOpened / 24) + (1 - opened) * lifetimeDays;
}

/** Secrets created a second, on average and at the peak. */
export function creationRates(perDay: number, { peakFactor }: Mix): { readonly mean: number; readonly peak: number } {
  const mean = perDay / SECONDS_OF_DAY;
  return { mean, peak: mean * peakFactor };
}

/** How busy an hour is against the average one: one wave a day (von Mises), whose crest is the peak factor. */
export function dayCurve(hour: number, peakFactor: number): number {
  const sharpness = sharpnessOf(peakFactor);
  const crest = 15;
  return Math.exp(sharpness * Math.cos((2 * Math.PI * (hour - crest)) / 24)) / bessel(sharpness);
}

/** Halves until exp(k) / I0(k) is the factor. */
function sharpnessOf(peakFactor: number): number {
  let [low, high] = [0, 60];
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (Math.exp(middle) / bessel(middle) < peakFactor) low = middle;
    else high = middle;
  }
  return low;
}

/** The modified Bessel function I0: the mean of the curve over its day. */
function bessel(x: number): number {
  let [term, sum] = [1, 1];
  for (let n = 1; n < 200; n += 1) {
    term *= (x / (2 * n)) ** 2;
    sum += term;
  }
  return sum;
}
