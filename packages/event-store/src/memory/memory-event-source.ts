import {
  type OpenSubscription,
  openSubscription,
  type SubscriptionBackend,
} from '../subscription/open-subscription.ts';
import type { LogReader } from '../subscription/ports.ts';
import type { CommitNews, EventHistory, EventSource, Position } from '../types.ts';
import { MemoryCheckpoints } from './memory-checkpoints.ts';
import { type MemoryLog, memoryPosition } from './memory-log.ts';

export interface MemoryEventSourceOptions {
  readonly logs: readonly MemoryLog[];
  readonly pollMs?: number;
  readonly onError?: (error: unknown) => void;
}

export interface MemoryEventSource extends EventSource {
  readonly history: EventHistory;
  wake(news?: CommitNews): void;
  /** As if every process that owns a consumer had died and its lease had run out. */
  expireLeases(): void;
}

const START = memoryPosition(0, 0);

/** The source over logs in memory, for tests; checkpoints live as long as it does. See `createPostgresEventSource`. */
export function createMemoryEventSource(options: MemoryEventSourceOptions): MemoryEventSource {
  const { pollMs = 250, onError = () => undefined } = options;
  const logs = new Map(options.logs.map((log) => [log.source, log]));
  const checkpoints = new MemoryCheckpoints();
  const open = new Set<OpenSubscription>();
  const known = (source: string) => {
    const log = logs.get(source);
    if (log === undefined) throw new TypeError('unknown source');
    return log;
  };
  const backend: SubscriptionBackend = {
    start: START,
    pollMs,
    claimMs: pollMs,
    onError,
    reader: (source) => readerOf(known(source)),
    claim: async (key, start) => checkpoints.claim(key, start),
  };
  return {
    kind: 'memory',
    history: historyOf(known),
    async open(spec, sink) {
      const subscription = await openSubscription(backend, spec, sink);
      open.add(subscription);
      return subscription;
    },
    wake(news) {
      for (const subscription of open) subscription.wake(news);
    },
    expireLeases: () => checkpoints.expire(),
  };
}

function readerOf(log: MemoryLog): LogReader {
  const later = (after: Position) => log.events.filter(({ position }) => position > after);
  return {
    read: async (after, limit) => later(after).slice(0, limit),
    horizon: async () => ({ position: log.end, hasHidden: false }),
    last: async () => log.events.at(-1)?.position,
    hasAfter: async (after) => (log.events.at(-1)?.position ?? START) > after,
    async lag(after) {
      const events = later(after);
      const oldest = events[0]?.occurredAt.getTime();
      const seconds = oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1_000);
      return { events: Math.min(events.length, 10_000), seconds };
    },
  };
}

function historyOf(known: (source: string) => MemoryLog): EventHistory {
  return {
    start: START,
    read: async (source, after, limit) => readerOf(known(source)).read(after, limit),
    last: async (source) => readerOf(known(source)).last(),
    at: async (source, position) => known(source).events.find((event) => event.position === position),
    async beforeTime(source, time) {
      const { events } = known(source);
      const index = events.findIndex(({ occurredAt }) => occurredAt >= time);
      return index === -1 ? undefined : (events[index - 1]?.position ?? START);
    },
  };
}
