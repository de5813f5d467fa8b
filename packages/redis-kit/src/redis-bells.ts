import { type Bells, createBells } from '@onceover/service-kit/bells';
import { newId } from '@onceover/service-kit/ids';
import type { RedisLink } from './redis-link.ts';

/** More topics than this at once are not told to others; whoever listens polls. */
const MOST_TOPICS = 10_000;

/**
 * Bells that all processes hear which share a Redis. In the process that rings they are heard at once; the others are told
 * when its turn of the event loop is over, of each topic once. However many listen to a topic in a process, it subscribes
 * once.
 *
 * A ring is lost while Redis is unavailable, and one that this process rings is then heard here alone.
 */
export function redisBells(redis: Pick<RedisLink, 'key' | 'publish' | 'subscriptions'>): Bells {
  const here = createBells();
  const own = newId();
  const listening = new Map<string, { count: number; readonly confirmed: Promise<void> }>();
  let rung = new Set<string>();
  const channelOf = (topic: string) => redis.key('bell', topic);

  function tellOthers(): void {
    const channels = [...rung].map(channelOf);
    rung = new Set();
    redis.publish(channels, own);
  }
  function enter(topic: string) {
    const onMessage = (sender: string) => {
      if (sender !== own) here.ring(topic);
    };
    const known = listening.get(topic) ?? { count: 0, confirmed: redis.subscriptions.add(channelOf(topic), onMessage) };
    listening.set(topic, known);
    known.count += 1;
    return known;
  }
  function leave(topic: string): void {
    const known = listening.get(topic);
    if (known === undefined) return;
    known.count -= 1;
    if (known.count > 0) return;
    listening.delete(topic);
    redis.subscriptions.remove(channelOf(topic));
  }
  return {
    ring(topic) {
      here.ring(topic);
      if (rung.size >= MOST_TOPICS) return;
      if (rung.size === 0) setImmediate(tellOthers);
      rung.add(topic);
    },
    async on(topic, listener) {
      const stack = new DisposableStack();
      const { confirmed } = enter(topic);
      stack.defer(() => leave(topic));
      stack.use(await here.on(topic, listener));
      await confirmed;
      return stack;
    },
  };
}
