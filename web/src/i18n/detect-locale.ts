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
  for (const code of [found.query, found.stored, found.server]) {
    if (code === null || code === '') continue;
    if (offered.includes(code)) return code;
    warn(code);
  }
  return 'en';
}
