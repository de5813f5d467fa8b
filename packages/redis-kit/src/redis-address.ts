/** Where Redis is, and as whom to speak to it. */
export interface RedisAddress {
  /** One server, or the nodes that are asked first which others the cluster has. */
  readonly nodes: readonly RedisNode[];
  readonly isCluster: boolean;
  readonly isEncrypted: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Number of the database; a cluster has only 0. */
  readonly database: number;
  /** What every key and channel begins with. */
  readonly prefix: string;
}

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

type OneAddress = Omit<RedisAddress, 'nodes'> & { readonly node: RedisNode };

const DEFAULT_PORT = 6379;
const DEFAULT_PREFIX = 'onceover';
const MOST_DATABASES = 16_384;
const EXAMPLE = 'redis://user:password@host:6379';

/** An address cannot be understood; the message says what to write instead, and never repeats the password. */
class Unreadable extends Error {}

/**
 * Reads `redis://user:password@host:6379/0`, with `rediss://` for TLS. Several addresses between commas are nodes of one
 * cluster; so is a single one with `?cluster=true`. `?prefix=` names another beginning of all keys.
 *
 * Returns a sentence that says what to write where it cannot be understood.
 */
export function readRedisAddress(text: string): RedisAddress | string {
  try {
    const parts = text.split(',').map((part) => part.trim());
    const addresses = parts.map(readOne);
    const [first] = addresses;
    if (first === undefined) return `give an address like ${EXAMPLE}`;
    const { node: _, ...shared } = first;
    if (addresses.some(({ node: _node, ...other }) => JSON.stringify(other) !== JSON.stringify(shared))) {
      return 'give all nodes of the cluster the same user, password, scheme and options';
    }
    const isCluster = shared.isCluster || addresses.length > 1;
    if (isCluster && shared.database !== 0) return 'leave out the number of the database: a cluster has only 0';
    return { ...shared, isCluster, nodes: addresses.map(({ node }) => node) };
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

function readOne(text: string): OneAddress {
  if (!URL.canParse(text)) {
    throw new Unreadable(
      `give an address like ${EXAMPLE}, and write signs like @, / and , in a password as %40, %2F, %2C`,
    );
  }
  const url = new URL(text);
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') {
    throw new Unreadable(`begin with redis://, or with rediss:// for TLS, as in ${EXAMPLE}`);
  }
  if (url.hostname === '') throw new Unreadable(`name the host, as in ${EXAMPLE}`);
  if (url.hash !== '') throw new Unreadable('write # in a password as %23');
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (username !== undefined && password === undefined) {
    throw new Unreadable('give the password too, as in user:password@; a password alone is written :password@');
  }
  return {
    node: { host: hostOf(url), port: url.port === '' ? DEFAULT_PORT : Number(url.port) },
    isEncrypted: url.protocol === 'rediss:',
    username,
    password,
    database: databaseOf(url),
    ...optionsOf(url),
  };
}

/** IPv6 addresses stand in brackets in an address and nowhere else. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function decoded(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Unreadable('write % in a user or password as %25');
  }
}

function databaseOf({ pathname }: URL): number {
  const [, digits = ''] = /^\/?(\d{0,5})$/.exec(pathname) ?? [undefined, 'none'];
  const number = Number(digits);
  if (Number.isNaN(number) || number >= MOST_DATABASES) {
    throw new Unreadable(`after the port comes nothing, or the number of a database, as in ${EXAMPLE}/0`);
  }
  return number;
}

function optionsOf({ searchParams }: URL): Pick<RedisAddress, 'isCluster' | 'prefix'> {
  const options = new Map(searchParams);
  const cluster = options.get('cluster') ?? 'false';
  const prefix = options.get('prefix') ?? DEFAULT_PREFIX;
  if (cluster !== 'true' && cluster !== 'false') throw new Unreadable('say cluster=true or cluster=false');
  if (!/^[a-z0-9-]{1,32}$/.test(prefix)) throw new Unreadable('give a prefix of 1 to 32 of a-z, 0-9 and -');
  const unknown = [...options.keys()].find((name) => name !== 'cluster' && name !== 'prefix');
  if (unknown !== undefined) throw new Unreadable('the only options are ?cluster=true and ?prefix=name');
  return { isCluster: cluster === 'true', prefix };
}
