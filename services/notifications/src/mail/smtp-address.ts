export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise it is used where the server offers it. */
  readonly secure: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
  /** Never TLS: for a relay on the same machine. */
  readonly ignoreTLS: boolean;
  /** Never without TLS; so it is wherever a password is sent, unless `ignoreTLS` says otherwise. */
  readonly requireTLS: boolean;
  readonly tls: { readonly rejectUnauthorized: boolean };
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const SWITCHES = new Set(['ignoreTLS', 'requireTLS', 'tls.rejectUnauthorized']);

/**
 * Reads `smtp[s]://user:password@host:port?switch=true`; null for anything else.
 *
 * By hand, because the mail library takes every option it has from such an address, the one that prints emails among them.
 */
export function parseSmtpAddress(text: string): SmtpAddress | null {
  const url = URL.parse(text);
  const port = url === null ? undefined : PORTS[url.protocol];
  if (url === null || port === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname)) return null;
  const switches = new Map(url.searchParams);
  for (const [name, value] of switches) if (!SWITCHES.has(name) || !/^(true|false)$/.test(value)) return null;
  const auth = authOf(url);
  const ignoreTLS = switches.get('ignoreTLS') === 'true';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    secure: url.protocol === 'smtps:',
    ...auth,
    ignoreTLS,
    requireTLS: switches.get('requireTLS') === 'true' || (auth.auth !== undefined && !ignoreTLS),
    tls: { rejectUnauthorized: switches.get('tls.rejectUnauthorized') !== 'false' },
  };
}

function authOf({ username, password }: URL): Pick<SmtpAddress, 'auth'> {
  return username === '' ? {} : { auth: { user: decoded(username), pass: decoded(password) } };
}

/** A `%` that stands for itself is fine, too. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
