import type pg from 'pg';
import type { SubscriptionBackend } from '../subscription/open-loops.ts';
import { type OpenSubscription, openSubscription } from '../subscription/open-subscription.ts';
import type { ConsumerSource } from '../types.ts';
import { type CheckpointsOptions, createCheckpoints } from './checkpoint.ts';
import { consumerPlaces } from './consumer-places.ts';
import { logHistory } from './log-history.ts';
import { type LogReaderOptions, logReader } from './log-reader.ts';
import { quietTypesOf } from './log-view.ts';
import { LogWatch } from './log-watch.ts';
import { LOG_START } from './position.ts';
import { surviveLostConnections } from './survive-lost-connections.ts';

export interface PostgresEventSourceOptions extends CheckpointsOptions {
  /** As the listener, who keeps its own checkpoints. */
  readonly pool: pg.Pool;
  /** Schema with the consumers' own tables (`consumerTablesMigration`). */
  readonly schema: string;
  /** On the primary, as a role that may read the logs (`grantLogReading`). Default: as the listener. */
  readonly reader?: pg.Pool | undefined;
  /** Name of each source → schema of its log. */
  readonly logs: Readonly<Record<string, string>>;
  /** Finds commits of other processes; one for all sources of a process costs least. Default: one of its own. */
  readonly watch?: LogWatch;
  /** Called with every failure that the loops survive or halt on. */
  readonly onError: (error: unknown) => void;
}

/**
 * Reads the event logs of services that share one database.
 *
 * Shape    at least once, in log order per source and shard; a consumer opened twice belongs to whoever opened it
 *          first, for as long as that one renews its lease; the other stands by. An owner that was taken over has its
 *          acknowledgements refused
 * Refuses  `onBatch` rejected: the same events again, from the first not acknowledged, after a rest
 * Source   events reference 2.3 and 2.7
 */
export function createPostgresEventSource(options: PostgresEventSourceOptions): ConsumerSource {
  const { pool, schema, logs, watch = new LogWatch(), onError } = options;
  const { reader = pool } = options;
  surviveLostConnections(pool);
  surviveLostConnections(reader);
  const open = new Set<OpenSubscription>();
  const checkpoints = createCheckpoints(options);
  const schemas = new Set(Object.values(logs));
  const schemaOf = (source: string) => {
    const found = logs[source];
    if (found === undefined) throw new TypeError('unknown source');
    return found;
  };
  const follow: LogReaderOptions['follow'] = (view, onNews) =>
    watch.follow({ pool: reader, schemas, view, onNews, onError });
  const backend: SubscriptionBackend = {
    start: LOG_START,
    retryMs: RETRY_MS,
    claimMs: Math.min(1_000, checkpoints.leaseMs / 2),
    onError,
    async reader(source, filter) {
      const log = schemaOf(source);
      const quietTypes = await quietTypesOf(reader, log);
      return logReader({ pool: reader, schema: log, source, filter, quietTypes, follow });
    },
    claim: checkpoints.claim,
  };
  const history = logHistory(reader, schemaOf);
  return {
    kind: 'postgres',
    history,
    lagBehind: (source, place, filter) => history.lag(source, place?.position ?? LOG_START, filter),
    places: consumerPlaces(pool, schema),
    async open(spec, sink) {
      const subscription = await openSubscription(backend, spec, sink);
      open.add(subscription);
      return subscription;
    },
    wake(news) {
      if (news !== undefined) watch.heard(news);
      for (const subscription of open) {
        if (subscription.state === 'stopped') open.delete(subscription);
        else subscription.wake(news);
      }
    },
  };
}

const RETRY_MS = 250;
