import { type ConsumerPlace, createPostgresEventSource, type Lag, RELAY, relaySchemaOf } from '@onceover/event-store';
import type { Logger } from '@onceover/service-kit/logging';
import { periodically } from '@onceover/service-kit/periodic';
import type pg from 'pg';

export interface RelayWatchOptions {
  /** Connects as the relay's role. */
  readonly pool: pg.Pool;
  /** The log: its name, and that of its schema. */
  readonly log: string;
  readonly logger: Logger;
  /** How often it is looked at, in milliseconds. Default 10,000. */
  readonly everyMs?: number;
}

/** Looks after a log that processes of their own publish, until disposed. */
export interface RelayWatch extends AsyncDisposable {
  /** How far the topic is behind the log while nobody publishes it; undefined while somebody does, and tells it. */
  unpublished(): Promise<Lag | undefined>;
}

const EVERY_MS = 10_000;

/**
 * Says once when nobody publishes a log, and once when somebody does again. Whoever writes events would not notice otherwise:
 * they wait in the log.
 */
export function watchRelay({ pool, log, logger, everyMs = EVERY_MS }: RelayWatchOptions): RelayWatch {
  // Of subscriptions, and this opens none.
  const onError = () => undefined;
  const source = createPostgresEventSource({ pool, schema: relaySchemaOf(log), logs: { [log]: log }, onError });
  /** How often in a row nobody had it: a relay that is restarted is missing for a moment. */
  let missed = 0;

  const lagBehind = (place: ConsumerPlace | undefined) => source.lagBehind(log, place, {});

  async function look(): Promise<void> {
    const [place] = await source.places.list(RELAY);
    if (place?.owner !== undefined) {
      if (missed > 1) logger.info({ log }, 'the log is published again');
      missed = 0;
      return;
    }
    missed += 1;
    if (missed !== 2) return;
    const { events } = await lagBehind(place);
    logger.warn({ log, events }, 'no relay publishes this log: start one; its events wait in the log');
  }

  const clock = periodically(look, { everyMs, log: logger, failure: 'nobody knows whether the log is published' });
  return {
    async unpublished() {
      const [place] = await source.places.list(RELAY);
      return place?.owner === undefined ? lagBehind(place) : undefined;
    },
    [Symbol.asyncDispose]: () => clock[Symbol.asyncDispose](),
  };
}
