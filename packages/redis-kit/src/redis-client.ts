import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';

/** The library's connection to one server, or to all nodes of a cluster. */
export type RedisClient = Redis | Cluster;

/** How long a connection may stay without an answer that it waits for, until it is given up and made anew. */
const SILENT_MS = 5_000;
/** Longest pause between two tries to connect. */
const RETRY_MS = 1_000;
/** How often a cluster is asked which node has what. */
const REFRESH_MS = 5_000;

/**
 * Nothing queues while there is no connection, and nothing is sent again on the next one: whoever asked has long gone on
 * without an answer.
 */
const common = {
  lazyConnect: true,
  connectTimeout: SILENT_MS,
  socketTimeout: SILENT_MS,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  disableClientInfo: true,
} as const satisfies RedisOptions;

const retrying = (attempt: number): number => Math.min(50 * 2 ** Math.min(attempt, 10), RETRY_MS);

/** A connection that is not open yet. */
export function createRedisClient(address: RedisAddress): RedisClient {
  const { nodes, isCluster, isEncrypted, username, password, database } = address;
  const own = {
    ...common,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(isEncrypted ? { tls: {} } : {}),
  };
  if (!isCluster) {
    return new Redis({ ...own, ...nodes[0], db: database, enableOfflineQueue: false, retryStrategy: retrying });
  }
  return new Cluster([...nodes], {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: retrying,
    slotsRefreshInterval: REFRESH_MS,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    maxRedirections: 3,
    shardedSubscribers: true,
    // A certificate is made out to a name: what the cluster says of its nodes is not resolved here.
    ...(isEncrypted
      ? { dnsLookup: (name: string, done: (error: null, address: string) => void) => done(null, name) }
      : {}),
    redisOptions: own,
  });
}
