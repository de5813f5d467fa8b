import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  type OpenSubscription,
  openSubscription,
  type SubscriptionBackend,
} from '../subscription/open-subscription.ts';
import type { EventSource } from '../types.ts';
import { claimCheckpoint } from './checkpoint.ts';
import { logReader } from './log-reader.ts';
import { LOG_START } from './position.ts';
import { surviveLostConnections } from './survive-lost-connections.ts';

export interface PostgresEventSourceOptions {
  /** Of the primary. A subscription uses one connection per log, while it looks. */
  readonly pool: pg.Pool;
  /** Name of each source → schema of its log. Checkpoints are kept beside the log. */
  readonly logs: Readonly<Record<string, string>>;
  /** Longest rest between two looks, in milliseconds. Default 250. */
  readonly pollMs?: number;
  /** Told of every failure the loops survive or halt on. */
  readonly onError?: (error: unknown) => void;
}

export interface PostgresEventSource extends EventSource {
  /** A hint that something was committed: look now. */
  wake(): void;
}

/**
 * Reads event logs of services that live in one database.
 *
 * Shape    at least once, in log order per source; one shard per source; a consumer opened twice belongs to whoever
 *          opened it last, and the earlier subscription halts at its next acknowledgement
 * Refuses  `onBatch` rejected: the same events again, from the first not acknowledged, after a rest
 * Source   events reference 2.3 and 2.7
 */
export function createPostgresEventSource(options: PostgresEventSourceOptions): PostgresEventSource {
  const { pool, logs, pollMs = 250, onError = () => undefined } = options;
  surviveLostConnections(pool);
  const owner = randomUUID();
  const open = new Set<OpenSubscription>();
  const backend: SubscriptionBackend = {
    start: LOG_START,
    pollMs,
    onError,
    reader: (source) => logReader(pool, schemaOf(logs, source), source),
    claim: (source, consumer, start) =>
      claimCheckpoint({ pool, schema: schemaOf(logs, source), consumer, shard: 0, owner }, start),
  };
  return {
    kind: 'postgres',
    async open(spec, sink) {
      const subscription = await openSubscription(backend, spec, sink);
      open.add(subscription);
      return {
        get state() {
          return subscription.state;
        },
        lag: subscription.lag,
        waitFor: subscription.waitFor,
        async stop(stopOptions) {
          open.delete(subscription);
          await subscription.stop(stopOptions);
        },
      };
    },
    wake() {
      for (const subscription of open) subscription.wake();
    },
  };
}

function schemaOf(logs: Readonly<Record<string, string>>, source: string): string {
  const schema = logs[source];
  if (schema === undefined) throw new TypeError('the source is not known here');
  return schema;
}
