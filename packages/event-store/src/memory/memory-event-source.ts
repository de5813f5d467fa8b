import type { Knex } from 'knex';
import {
  type OpenSubscription,
  openSubscription,
  type SubscriptionBackend,
} from '../subscription/open-subscription.ts';
import { type Checkpoint, type LogReader, OwnershipLost } from '../subscription/ports.ts';
import type { EventSource, Position } from '../types.ts';
import { type MemoryLog, memoryPosition } from './memory-log.ts';

export interface MemoryEventSourceOptions {
  readonly logs: readonly MemoryLog[];
  readonly pollMs?: number;
  readonly onError?: (error: unknown) => void;
}

export interface MemoryEventSource extends EventSource {
  wake(): void;
}

/** The source over logs in memory, for tests; checkpoints live as long as it does. See `createPostgresEventSource`. */
export function createMemoryEventSource(options: MemoryEventSourceOptions): MemoryEventSource {
  const { pollMs = 250, onError = () => undefined } = options;
  const logs = new Map(options.logs.map((log) => [log.source, log]));
  const checkpoints = new Map<string, Stored>();
  const open = new Set<OpenSubscription>();
  const backend: SubscriptionBackend = {
    start: memoryPosition(0, 0),
    pollMs,
    onError,
    reader(source) {
      const log = logs.get(source);
      if (log === undefined) throw new TypeError('the source is not known here');
      return readerOf(log);
    },
    async claim(source, consumer, start) {
      const key = `${source} ${consumer}`;
      const before = checkpoints.get(key);
      const stored = { position: before?.position ?? start };
      checkpoints.set(key, stored);
      return checkpointOf(stored, () => checkpoints.get(key) === stored);
    },
  };
  return {
    kind: 'memory',
    async open(spec, sink) {
      const subscription = await openSubscription(backend, spec, sink);
      open.add(subscription);
      return subscription;
    },
    wake() {
      for (const subscription of open) subscription.wake();
    },
  };
}

interface Stored {
  position: Position;
}

function readerOf(log: MemoryLog): LogReader {
  const later = (after: Position) => log.events.filter(({ position }) => position > after);
  return {
    read: async (after, limit) => later(after).slice(0, limit),
    horizon: async () => ({ position: log.end, hasHidden: false }),
    async lag(after) {
      const events = later(after);
      const oldest = events[0]?.occurredAt.getTime();
      const seconds = oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1_000);
      return { events: Math.min(events.length, 10_000), seconds };
    },
  };
}

function checkpointOf(stored: Stored, isOwned: () => boolean): Checkpoint {
  const refuseLost = () => {
    if (!isOwned()) throw new OwnershipLost();
  };
  return {
    get position() {
      return stored.position;
    },
    async move(to: Position, _tx?: Knex.Transaction) {
      refuseLost();
      stored.position = to;
    },
    async reload() {
      refuseLost();
    },
  };
}
