const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A lifetime in the largest unit that divides it: 604800 is "7 days", 5400 is "90 minutes". */
export function formatDuration(seconds: number, language: string): string {
  const [unit, size] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? ['second', 1];
  return unitFormat(language, unit).format(seconds / size);
}

/** A language as `Intl` should format for it: with the digits 0 to 9, which keys, amounts and times have everywhere. */
export function westernDigits(language: string): string {
  return `${language}-u-nu-latn`;
}

const formats = new Map<string, unknown>();

/** A format by its name, made once: making one takes milliseconds on a slow device, and lists need them again and again. */
export function kept<Format>(name: string, make: () => Format): Format {
  if (!formats.has(name)) formats.set(name, make());
  return formats.get(name) as Format;
}

function unitFormat(language: string, unit: string): Intl.NumberFormat {
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return kept(`${language} ${unit}`, () => new Intl.NumberFormat(westernDigits(language), options));
}

/** The first format makes the browser read its tables of languages, 10 ms on a fast machine: better done before a page is rendered. */
export function readLanguageTables(): void {
  unitFormat(document.documentElement.lang, 'day');
}

/** A waiting time, rounded up to whole seconds or, from two minutes on, to whole minutes. */
export function formatWait(seconds: number, language: string): string {
  const rounded = seconds >= 120 ? Math.ceil(seconds / 60) * 60 : Math.max(1, Math.ceil(seconds));
  return formatDuration(rounded, language);
}

/** A moment by the reader's clock, such as "27 Nov 2026, 14:02", or with seconds "27 Nov 2026, 14:02:11". */
export function formatMoment(unixSeconds: number, language: string, withSeconds = false): string {
  const timeStyle = withSeconds ? 'medium' : 'short';
  return kept(
    `${language} ${timeStyle}`,
    () => new Intl.DateTimeFormat(westernDigits(language), { dateStyle: 'medium', timeStyle }),
  ).format(unixSeconds * 1000);
}

/** How far a moment is from now, in the largest unit it rounds to: 3599 s is "in 1 hour", not "in 60 minutes". */
export function formatDistance(unixSeconds: number, nowSeconds: number, language: string): string {
  const distance = Math.round(unixSeconds - nowSeconds);
  const [unit, size] =
    units.find(([, length], index) => {
      const smaller = units[index + 1]?.[1] ?? 1;
      return Math.round(Math.abs(distance) / smaller) * smaller >= length;
    }) ?? (['second', 1] as const);
  return kept(
    `${language} distance`,
    () => new Intl.RelativeTimeFormat(westernDigits(language), { numeric: 'auto' }),
  ).format(Math.round(distance / size), unit);
}

export function formatNumber(count: number, language: string): string {
  return kept(`${language} number`, () => new Intl.NumberFormat(westernDigits(language))).format(count);
}
