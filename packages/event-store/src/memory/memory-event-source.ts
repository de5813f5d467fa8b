import { wants } from '../subscription/concerns.ts';
import type { SubscriptionBackend } from '../subscription/open-loops.ts';
import { type OpenSubscription, openSubscription } from '../subscription/open-subscription.ts';
import type { LogReader } from '../subscription/ports.ts';
import type { ConsumerSource, EventFilter, EventHistory, Position, RecordedEvent } from '../types.ts';
import { MemoryCheckpoints } from './memory-checkpoints.ts';
import { type MemoryLog, memoryPosition } from './memory-log.ts';

export interface MemoryEventSourceOptions {
  readonly logs: readonly MemoryLog[];
  readonly pollMs?: number;
  readonly onError?: (error: unknown) => void;
}

export interface MemoryEventSource extends ConsumerSource {
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
    retryMs: pollMs,
    claimMs: pollMs,
    onError,
    reader: async (source, filter) => readerOf(known(source), filter, pollMs),
    claim: async (key, start, claimant) => checkpoints.claim(key, start, claimant),
  };
  return {
    kind: 'memory',
    history: historyOf(known),
    lagBehind: async (source, place, filter) => historyOf(known).lag(source, place?.position ?? START, filter),
    places: {
      list: async (consumer) => checkpoints.list(consumer),
      hold: async (_tx, consumer) => checkpoints.list(consumer),
      passHalt: async (tx, event) => checkpoints.passHalt(tx, event),
      moveTo: async (consumer, source, position) => checkpoints.moveTo(consumer, source, position),
    },
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

function readerOf(log: MemoryLog, filter: EventFilter, pollMs: number): LogReader {
  const later = (after: Position) => log.events.filter((event) => event.position > after && wants(filter, event));
  return {
    async read(after, limit) {
      const { end } = log;
      const events = later(after).slice(0, limit);
      return { events, upTo: events.length === limit ? (events.at(-1)?.position ?? end) : end };
    },
    horizon: async () => log.end,
    last: async () => lastOf(log),
    lastOfWanted: async () => later(START).at(-1)?.position,
    lag: async (after) => lagOf(later(after)),
    async follow(onNews) {
      const tell = () => onNews(lastOf(log) ?? START);
      tell();
      const timer = setInterval(tell, pollMs).unref();
      return { [Symbol.dispose]: () => clearInterval(timer) };
    },
  };
}

function lagOf(events: readonly RecordedEvent[]): { events: number; seconds: number } {
  const oldest = events[0]?.occurredAt.getTime();
  const seconds = oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1_000);
  return { events: Math.min(events.length, 10_000), seconds };
}

function lastOf(log: MemoryLog): Position | undefined {
  return log.events.at(-1)?.position;
}

function historyOf(known: (source: string) => MemoryLog): EventHistory {
  return {
    start: START,
    read: async (source, after, limit) =>
      known(source)
        .events.filter(({ position }) => position > after)
        .slice(0, limit),
    lag: async (source, after, filter) =>
      lagOf(known(source).events.filter((event) => event.position > after && wants(filter, event))),
    last: async (source) => lastOf(known(source)),
    at: async (source, position) => known(source).events.find((event) => event.position === position),
    async beforeTime(source, time) {
      const { events } = known(source);
      const index = events.findIndex(({ occurredAt }) => occurredAt >= time);
      return index === -1 ? undefined : (events[index - 1]?.position ?? START);
    },
  };
}
