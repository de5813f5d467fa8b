export const MAX_ADDRESS_CHARACTERS = 2000;

const MAX_NAME_CHARACTERS = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** The parser of URLs has made four numbers of every spelling: decimal, octal, hexadecimal, with fewer dots. */
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
/** Names that lead nowhere on the internet. */
const INNER_NAMES = new Set(['localhost', 'local', 'internal']);

/** Hosts that an operator allows although they are not public: names, and IP addresses without brackets. */
export interface AllowedHosts {
  has(host: string): boolean;
  /** Whether it may also be reached without TLS. */
  hasPlain(host: string): boolean;
}

export interface AddressRules {
  /** Which addresses anybody may have reached. */
  readonly isStrangers: (address: string) => boolean;
  readonly allowed: AllowedHosts;
}

/**
 * Reads the address of a webhook; null when nothing may be sent there: it is not `https`, names a user, has a fragment, is too long, or
 * leads to a host that is not public as far as its name tells. Hosts that the operator allows may be any, and some of them `http`.
 *
 * Source  security 6.10, events 9
 */
export function parseWebhookAddress(text: string, rules: AddressRules): URL | null {
  if (text.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const host = hostOf(url);
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && rules.allowed.hasPlain(host));
  const isPlain = url.username === '' && url.password === '' && !url.href.includes('#');
  if (!isSecure || !isPlain || url.href.length > MAX_ADDRESS_CHARACTERS) return null;
  return isHost(url, host, rules) ? url : null;
}

/** The name or IP address, without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Whether the host is given as an IP address. */
export function isLiteral({ hostname }: URL): boolean {
  return hostname.startsWith('[') || IPV4.test(hostname);
}

function isHost(url: URL, host: string, { isStrangers, allowed }: AddressRules): boolean {
  if (isLiteral(url)) return isStrangers(host) || allowed.has(host);
  const labels = host.split('.');
  if (host.length > MAX_NAME_CHARACTERS || !labels.every((label) => LABEL.test(label))) return false;
  return allowed.has(host) || (labels.length > 1 && !INNER_NAMES.has(labels.at(-1) ?? ''));
}
