import { tlsTrouble } from '@onceover/service-kit/tls';
import { Cluster } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';
import type { RedisClient } from './redis-client.ts';

/** Sharded channels came with 7. */
const LEAST_MAJOR = 7;
const NO_CLUSTER = 'this Redis is not a node of a cluster; give one address, without ?cluster=true';

/** What `INFO` says, by name. */
type ServerInfo = ReadonlyMap<string, string>;

/** Reads what each server says about itself. */
export async function readServers(client: RedisClient): Promise<readonly ServerInfo[]> {
  const servers = client instanceof Cluster ? client.nodes('master') : [client];
  return (await Promise.all(servers.map((server) => server.info()))).map(parseInfo);
}

export function parseInfo(text: string): ServerInfo {
  const lines = text.split('\r\n').map((line) => line.split(':'));
  return new Map(lines.map(([name = '', ...value]) => [name, value.join(':')]));
}

/** Why a server cannot be used, as a sentence that says what to do; undefined where it can. */
export function serverRefusal(info: ServerInfo, { isCluster }: Pick<RedisAddress, 'isCluster'>): string | undefined {
  const version = info.get('redis_version') ?? 'of unknown version';
  if (!(Number.parseInt(version, 10) >= LEAST_MAJOR)) {
    return `this Redis is ${version}; install Redis ${LEAST_MAJOR} or newer, which has sharded channels`;
  }
  const isNode = info.get('redis_mode') === 'cluster';
  if (isNode && !isCluster) return 'this Redis is a node of a cluster; add ?cluster=true to its address';
  if (!isNode && isCluster) return NO_CLUSTER;
  return undefined;
}

/** The policy by which a server throws away what is counted when it is full; undefined where it throws away nothing. */
export function evictionPolicy(info: ServerInfo): string | undefined {
  const policy = info.get('maxmemory_policy');
  return policy === 'noeviction' ? undefined : policy;
}

const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/^NOAUTH/, 'this Redis requires a password; give it as redis://user:password@host:port'],
  [/^(WRONGPASS|ERR AUTH|ERR invalid password)/, 'this Redis refuses the user or password'],
  [/cluster support disabled/, NO_CLUSTER],
];

/** What an error says about the address, as a sentence that says what to do; undefined where it is about something else. */
export function addressRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const trouble = tlsTrouble(error);
  if (trouble !== undefined) return `this Redis cannot be trusted or asked: ${trouble}`;
  return REFUSALS.find(([pattern]) => pattern.test(error.message))?.[1];
}
