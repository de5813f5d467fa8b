import {
  type ConsumerSource,
  createPostgresEventSource,
  LOG_START,
  type LogOwners,
  type LogRetentionOptions,
  type LogWatch,
  positionBefore,
} from '@onceover/event-store';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type pg from 'pg';
import { type LogCalls, logHistoryBy } from './log-calls.ts';

/** Who reads, and where it keeps how far it has got. */
export interface LogListening {
  /** The service, and its schema. */
  readonly name: string;
  /** As the service. */
  readonly pool: pg.Pool;
  /** The logs that its consumers read. */
  readonly sources: readonly string[];
  /** Called with every failure that reading survives. */
  readonly onError: (error: unknown) => void;
}

/** How the services of a process get at event logs, which none of them may read by itself. */
export interface LogAccess {
  open(listening: LogListening): ConsumerSource;
  /** Who must have read a service's log before anything goes from it, of those that the catalogue names. */
  readersOf(service: string, named: LogRetentionOptions['listeners']): LogRetentionOptions['listeners'];
  /** Which shard of a log has an event, where logs are divided for all who read them. */
  readonly shardOf?: ConsumerSource['shardOf'];
}

/**
 * The logs of services whose schemas are in one database, read there. `reader` is a pool of the role that may; `watch` finds the
 * commits of other processes.
 */
export function logsInDatabase(reader: pg.Pool, watch: LogWatch): LogAccess {
  return {
    open({ name, pool, sources, onError }) {
      // Its own as well, so that one service can watch for all.
      const logs = Object.fromEntries([name, ...sources].map((log) => [log, log]));
      return createPostgresEventSource({ pool, schema: name, reader, logs, watch, onError });
    },
    readersOf: (_service, named) => named,
  };
}

/** What the owners of logs answer, asked by calls. */
export function logOwnersBy(ask: AskInternal, callsOf: (log: string) => LogCalls): LogOwners {
  const of = (log: string) => logHistoryBy(ask, callsOf(log));
  return {
    start: LOG_START,
    read: (log, after, limit) => of(log).events({ after }, limit),
    async at(log, position) {
      const [event] = await of(log).events({ after: positionBefore(position), upTo: position }, 1);
      return event;
    },
    last: async (log) => (await of(log).ends()).last ?? undefined,
    horizon: async (log) => (await of(log).ends()).horizon,
    published: async (log) => (await of(log).ends()).published ?? undefined,
    lag: (log, after, filter) => of(log).lag(after, filter),
    async beforeTime(log, time) {
      const [first] = await of(log).search({ conditions: { from: time }, order: 'oldest', most: 1 });
      return first && positionBefore(first.position);
    },
  };
}
