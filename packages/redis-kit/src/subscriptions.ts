import { Cluster } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';
import { createRedisClient, type RedisClient } from './redis-client.ts';

/** Sharded channels: of a cluster, each channel is on one node, and a message passes through no other. */
export interface Subscriptions {
  /**
   * Hears what is published to a channel from now on, until `remove`; one listener for each channel. Resolves when Redis
   * has confirmed it, and without it where there is no Redis; it is made up for as soon as there is. Where the confirmation only
   * takes too long, what was published until then may be lost: the listener is called when it has come, with an empty message.
   */
  add(channel: string, onMessage: (message: string) => void): Promise<void>;
  remove(channel: string): void;
}

export interface SubscriptionsOptions {
  readonly client: RedisClient;
  readonly address: RedisAddress;
  /** How long anybody waits for a confirmation, in milliseconds. */
  readonly patienceMs: number;
  /** Whether Redis is worth waiting for. */
  readonly isAvailable: () => boolean;
}

interface Wanted {
  readonly onMessage: (message: string) => void;
  readonly confirmed: PromiseWithResolvers<void>;
  isConfirmed: boolean;
  /** Whoever asked for it has been told that it hears everything from now on, which is not so yet. */
  isLate: boolean;
}

/** How often what is not confirmed is tried again. */
const RETRY_MS = 1_000;
/** How often the connection is asked for a sign of life: it only listens, and would not notice that the other end is gone. */
const PING_MS = 5_000;

/**
 * Subscriptions on a connection of their own, which is opened for the first of them. What a lost connection was subscribed to
 * is subscribed to again on the next.
 */
export function openSubscriptions(options: SubscriptionsOptions): Subscriptions & Disposable {
  const { client, address, patienceMs, isAvailable } = options;
  const wanted = new Map<string, Wanted>();
  // The library gives every node of a cluster a second connection for this, and subscribes again by itself.
  const subscriber = client instanceof Cluster ? client : createRedisClient(address);

  async function subscribe(channel: string, each: Wanted): Promise<void> {
    await subscriber.ssubscribe(channel);
    each.isConfirmed = true;
    each.confirmed.resolve();
    if (each.isLate) each.onMessage('');
    each.isLate = false;
  }
  function subscribeMissing(): void {
    for (const [channel, each] of wanted) {
      if (!each.isConfirmed) subscribe(channel, each).catch(() => undefined);
    }
  }
  function forgetConfirmed(): void {
    for (const each of wanted.values()) each.isConfirmed = false;
  }
  const stack = new DisposableStack();
  stack.use(every(RETRY_MS, subscribeMissing));
  subscriber.on('smessage', (channel: string, message: string) => wanted.get(channel)?.onMessage(message));
  if (subscriber !== client) {
    subscriber
      .on('error', () => undefined)
      .on('close', forgetConfirmed)
      .on('ready', subscribeMissing);
    stack.use(every(PING_MS, () => subscriber.status === 'ready' && subscriber.ping().catch(() => undefined)));
    stack.defer(() => subscriber.disconnect());
  }

  return {
    async add(channel, onMessage) {
      const each = { onMessage, confirmed: Promise.withResolvers<void>(), isConfirmed: false, isLate: false };
      wanted.set(channel, each);
      if (subscriber.status === 'wait') subscriber.connect().catch(() => undefined);
      else subscribe(channel, each).catch(() => undefined);
      if (!isAvailable()) return;
      const { promise: tired, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, patienceMs);
      await Promise.race([each.confirmed.promise, tired]);
      clearTimeout(timer);
      each.isLate = !each.isConfirmed;
    },
    remove(channel) {
      wanted.delete(channel);
      subscriber.sunsubscribe(channel).catch(() => undefined);
    },
    [Symbol.dispose]: () => stack.dispose(),
  };
}

function every(ms: number, run: () => unknown): Disposable {
  const timer = setInterval(run, ms).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
