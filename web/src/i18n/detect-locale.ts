import { chooseLocaleCode } from '@onceover/schema/locales';

/**
 * Picks the page's language: `?locale=`, then the stored choice, then what the server negotiated, then English.
 * Only offered codes count; an unsupported one is ignored and reported to `warn`.
 *
 * Source  web reference 6.4
 */
export function detectLocale(
  found: { readonly query: string | null; readonly stored: string | null; readonly server: string },
  offered: readonly string[],
  warn: (code: string) => void,
): string {
  return chooseLocaleCode([found.query, found.stored, found.server], offered, warn);
}
