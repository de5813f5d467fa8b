/** First match wins: most browsers name their ancestors too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const LONGEST = 1000;
const REMEMBERED = 500;
/** Every request is asked, and most come from a few browsers. */
const remembered = new Map<string, string>();

/**
 * What a person recognises a session by, such as `Firefox on Linux`: words of ours, never the header itself.
 * `Unknown browser` where the header tells nothing we know.
 */
export function userAgentFamily(header: string | undefined): string {
  const text = (header ?? '').slice(0, LONGEST);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const browser = named(BROWSERS, text) ?? 'Unknown browser';
  const system = named(SYSTEMS, text);
  const family = system === undefined ? browser : `${browser} on ${system}`;
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(text, family);
  return family;
}

function named(list: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}
