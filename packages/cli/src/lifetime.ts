import { usage } from './failure.ts';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
/** What every server takes; each has a shorter maximum of its own. */
const LONGEST_SECONDS = 365 * 86_400;

/** `7d`, `12h`, `30m`, `45s`, `2w`, or whole seconds; in seconds. */
export function parseLifetime(text: string): number {
  const [, count, unit = 's'] = /^(\d{1,9})([smhdw])?$/i.exec(text.trim()) ?? [];
  const seconds = Number(count) * (SECONDS[unit.toLowerCase()] ?? 1);
  if (count === undefined || seconds < 1 || seconds > LONGEST_SECONDS) {
    throw usage('A lifetime is a number with s, m, h, d or w, such as 30m, 12h or 7d, of at most a year.');
  }
  return seconds;
}

/** In the largest unit that is a whole number: `7 days`, `90 minutes`. */
export function lifetimeInWords(seconds: number): string {
  const [name, size] = UNITS.find(([, each]) => seconds % each === 0) ?? (['second', 1] as const);
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** `2026-12-04 09:30 UTC`. */
export function timeInWords(unixSeconds: number): string {
  return `${new Date(unixSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
