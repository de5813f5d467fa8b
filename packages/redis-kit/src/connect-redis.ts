import { ConfigError } from '@onceover/service-kit/config';
import { NamedError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { addressRefusal, evictionPolicy, readServers, serverRefusal } from './check-server.ts';
import { redisConfig } from './config.ts';
import type { RedisAddress } from './redis-address.ts';
import type { RedisClient } from './redis-client.ts';
import { type RedisHealth, reasonOf } from './redis-health.ts';

export interface ConnectOptions {
  readonly address: RedisAddress;
  readonly log: Logger;
  readonly health: RedisHealth;
}

/** How long a start waits for Redis before it goes on without. */
const START_MS = 3_000;

/** This Redis cannot be used; the message says what to do. */
class RedisRefused extends NamedError {}

/**
 * Connects for the first time, and keeps telling how the connection is doing. Returns without a connection where there is
 * none within three seconds: the library goes on trying.
 *
 * Throws `ConfigError` for a Redis that cannot be used as it is
 */
export async function connectRedis(client: RedisClient, options: ConnectOptions): Promise<void> {
  const { health, log } = options;
  let reason: unknown = new Error('it does not answer');
  let hasBegun = false;
  client.on('error', (error: unknown) => {
    reason = rootOf(error);
    if (hasBegun) health.failed(reason);
  });
  client.on('close', () => {
    if (hasBegun) health.failed(reason);
  });
  const error = await firstConnection(client, () => reason);
  hasBegun = true;
  if (error === undefined) await refuseUnfit(client, options);
  else if (error instanceof RedisRefused) throw refused(error.message);
  else {
    health.failed(error);
    client.once('ready', () => {
      refuseUnfit(client, options).catch((late: unknown) =>
        log.error({ reason: reasonOf(late) }, 'this Redis is unfit'),
      );
    });
  }
}

/** Undefined once there is a connection; else why there is none. */
async function firstConnection(client: RedisClient, reason: () => unknown): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const onReady = () => resolve(undefined);
  const onError = (error: unknown) => {
    const refusal = addressRefusal(rootOf(error));
    if (refusal !== undefined) resolve(new RedisRefused(refusal));
  };
  client.once('ready', onReady).on('error', onError);
  const timer = setTimeout(() => resolve(reason()), START_MS);
  client.connect().catch(() => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    client.off('ready', onReady).off('error', onError);
  }
}

async function refuseUnfit(client: RedisClient, { address, log, health }: ConnectOptions): Promise<void> {
  const servers = await readServers(client).catch((error: unknown) => health.failed(error));
  for (const server of servers ?? []) {
    const refusal = serverRefusal(server, address);
    if (refusal !== undefined) throw refused(refusal);
  }
  const policy = servers?.map(evictionPolicy).find((found) => found !== undefined);
  if (policy !== undefined)
    log.warn({ policy }, 'a full Redis forgets what is counted: set maxmemory-policy to noeviction');
}

function refused(sentence: string): ConfigError {
  return new ConfigError([`${redisConfig.address.env}=***: ${sentence}`]);
}

/** A cluster's error wraps that of the node that was asked last. */
function rootOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('lastNodeError' in error)) return error;
  return error.lastNodeError ?? error;
}
