import { formatDuration, westernDigits } from './format.ts';

/* What only the administration writes: public pages do not load it. */

const units = [86_400, 3_600, 60, 1] as const;

/** An age in its largest unit, rounded down. */
export function formatAge(seconds: number, language: string): string {
  const unit = units.find((size) => seconds >= size) ?? 1;
  return formatDuration(Math.floor(seconds / unit) * unit, language);
}

/** By how much something changed, with its sign: "+3", "-2", "±0". */
export function formatChange(change: number, language: string): string {
  const signed = new Intl.NumberFormat(westernDigits(language), { signDisplay: 'exceptZero' }).format(change);
  return change === 0 ? `±${signed}` : signed;
}

/** Short, for where there is little room: 10000000 is "10M". Beside it stands somewhere what it is exactly. */
export function formatShortNumber(count: number, language: string): string {
  return new Intl.NumberFormat(westernDigits(language), { notation: 'compact' }).format(count);
}
