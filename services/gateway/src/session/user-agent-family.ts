import { remembering } from '../http/remembering.ts';

/** The first match wins: most browsers also name the ones they descend from. */
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

/**
 * What a person recognises a session by, such as `Firefox on Linux`: one of a fixed set of names, never the header itself.
 * `Unknown browser` if the header matches none.
 */
export function userAgentFamily(header: string | undefined): string {
  return familyIn((header ?? '').slice(0, LONGEST));
}

/** Asked for every request, and most come from a few browsers. */
const familyIn = remembering(REMEMBERED, (text) => {
  const browser = named(BROWSERS, text) ?? 'Unknown browser';
  const system = named(SYSTEMS, text);
  return system === undefined ? browser : `${browser} on ${system}`;
});

function named(list: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}
