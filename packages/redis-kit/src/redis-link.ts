import type { Logger } from '@onceover/service-kit/logging';
import { Cluster } from 'ioredis';
import { connectRedis } from './connect-redis.ts';
import type { RedisAddress } from './redis-address.ts';
import { createRedisClient, type RedisClient } from './redis-client.ts';
import { RedisHealth, RedisUnavailable, withinMs } from './redis-health.ts';
import { openSubscriptions, type Subscriptions } from './subscriptions.ts';

export { RedisUnavailable } from './redis-health.ts';

type Argument = string | number;

/** A Lua script that runs as one step. Its keys share a slot. */
export type RedisScript = (keys: readonly string[], args: readonly Argument[]) => Promise<unknown>;

/** What several processes share for a while. Nothing in it is the only copy of anything. */
export interface RedisLink extends AsyncDisposable {
  /** False from the first failure until Redis has answered again; nobody is made to wait meanwhile. */
  readonly isAvailable: boolean;
  /** The name of a key or channel, such as `onceover:box:1`. Keys with the same part in braces share a slot of a cluster. */
  key(...parts: readonly (string | number)[]): string;
  /** Sends one command. Throws `RedisUnavailable`: at once where that is known, else when nothing came in time. */
  call(command: string, ...args: readonly Argument[]): Promise<unknown>;
  /** Registers a script under a name of its own. What it returns throws as `call` does. */
  script(name: string, lua: string): RedisScript;
  /** Tells whoever subscribes to these channels, in any process. What cannot be told now is lost. */
  publish(channels: readonly string[], message: string): void;
  readonly subscriptions: Subscriptions;
}

export interface RedisLinkOptions {
  readonly address: RedisAddress;
  readonly log: Logger;
  /** How long anybody waits for an answer, in milliseconds. Default 50. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 50;

/**
 * Opens the connections. Where Redis does not answer now, the log says so, and it is used once it does.
 *
 * Throws `ConfigError` for a Redis that refuses the password, is older than 7, or is a cluster where none was named (or the
 * other way round).
 */
export async function openRedis({ address, log, patienceMs = PATIENCE_MS }: RedisLinkOptions): Promise<RedisLink> {
  await using stack = new AsyncDisposableStack();
  const client = createRedisClient(address);
  stack.defer(() => client.disconnect());
  const key: RedisLink['key'] = (...parts) => [address.prefix, ...parts].join(':');
  const probe = () => writeEverywhere(client, key);
  const health = stack.use(new RedisHealth({ log, probe: () => withinMs(probe(), patienceMs) }));
  await connectRedis(client, { address, log, health });
  async function run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (!health.isAvailable) throw new RedisUnavailable();
    try {
      return await withinMs(work(), patienceMs);
    } catch (error) {
      health.failed(error);
      throw new RedisUnavailable(error);
    }
  }
  const subscriptions = stack.use(
    openSubscriptions({ client, address, patienceMs, isAvailable: () => health.isAvailable }),
  );
  // What was sent last, such as what gives a place back, is answered before the connection closes.
  stack.defer(() => run(probe).then(undefined, () => undefined));
  const owned = stack.move();
  return {
    get isAvailable() {
      return health.isAvailable;
    },
    key,
    call: (command, ...args) => run(() => client.call(command, [...args])),
    script: (name, lua) => {
      const script = defined(client, name, lua);
      return (keys, args) => run(() => script(keys.length, ...keys, ...args));
    },
    publish: (channels, message) => {
      run(() => publishAll(client, channels, message)).catch(() => undefined);
    },
    subscriptions,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The library adds a method of that name to the connection. */
function defined(client: RedisClient, name: string, lua: string): (...args: readonly Argument[]) => Promise<unknown> {
  client.defineCommand(name, { lua });
  const method: unknown = Reflect.get(client, name);
  if (typeof method !== 'function') throw new TypeError(`no script can be called ${name}`);
  return (...args) => method.apply(client, args);
}

/** Enough to meet every node of a small cluster. */
const CLUSTER_PROBES = 24;

/** Writes a little wherever there is something to write to: a Redis that is full, or only reads, answers a ping. */
function writeEverywhere(client: RedisClient, key: RedisLink['key']): Promise<unknown> {
  const count = client instanceof Cluster ? CLUSTER_PROBES : 1;
  return Promise.all(Array.from({ length: count }, (_, index) => client.set(key('probe', index), '', 'PX', 1_000)));
}

/** One write to one server; of a cluster, each channel has a node of its own. */
function publishAll(client: RedisClient, channels: readonly string[], message: string): Promise<unknown> {
  if (client instanceof Cluster) return Promise.all(channels.map((channel) => client.spublish(channel, message)));
  const pipeline = client.pipeline();
  for (const channel of channels) pipeline.spublish(channel, message);
  return pipeline.exec();
}
