/**
 * What a typed host becomes on the wire: lower case, in punycode. Null when it cannot be a host at all; whether it may
 * be added is for the server to say.
 */
export function asciiHost(typed: string): string | null {
  const host = typed.trim();
  if (host === '' || /[\s/\\:?#@%]/.test(host)) return null;
  return URL.parse(`https://${host}`)?.hostname ?? null;
}
