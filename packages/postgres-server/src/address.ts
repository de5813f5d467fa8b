/** The connection parts that `pg` and `knex` accept. `host` is the directory of the Unix socket or a loopback address. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/**
 * The same address as one `postgres://` text, for settings and child processes.
 *
 * A socket directory travels as the `host` parameter, the form both libpq and `pg` read.
 */
export function connectionString(address: PostgresAddress): string {
  const { host, port, user, password, database } = address;
  const isSocket = host.startsWith('/');
  const login =
    password === '' ? encodeURIComponent(user) : `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const place = isSocket ? `localhost:${port}` : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const query = isSocket ? `?host=${encodeURIComponent(host)}` : '';
  return `postgres://${login}@${place}/${encodeURIComponent(database)}${query}`;
}

/**
 * Reads a `postgres://` address, the inverse of `connectionString`.
 *
 * Refuses parameters it would have to ignore, `sslmode` above all: a connection meant to be encrypted must not
 * silently be opened unencrypted.
 */
export function parseConnectionString(text: string): PostgresAddress {
  const url = new URL(text);
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'host' && name !== 'sslmode');
  const sslmode = url.searchParams.get('sslmode') ?? 'disable';
  if (sslmode !== 'disable') unknown.push(`sslmode=${sslmode}`);
  if (unknown.length > 0) {
    throw new RangeError(`the address has parameters that are not supported: ${unknown.join(', ')}`);
  }
  const user = decodeURIComponent(url.username);
  return {
    host: url.searchParams.get('host') ?? (url.hostname.replace(/^\[|\]$/g, '') || 'localhost'),
    port: url.port === '' ? 5432 : Number(url.port),
    user,
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || user,
  };
}
