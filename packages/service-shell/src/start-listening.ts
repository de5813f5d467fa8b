import { type ConsumerStatus, consumerStatus, type Doorbell, startConsumers } from '@onceover/event-bus';
import type { ConsumerSource } from '@onceover/event-store';
import type { ConsumerReport } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import type { Foundation } from './foundation.ts';
import type { LogListening } from './log-access.ts';
import type { Consumers } from './service-parts.ts';

const MINUTE_MS = 60_000;

/** How the parts of a service hear of commits, and whom they tell of what fails. */
export interface Hearing {
  readonly doorbell: Doorbell;
  readonly log: Logger;
  /** Called with what they survive. */
  readonly onFailure: (error: unknown) => void;
}

/** Starts a service's consumers, and tells how they are doing; the service's stack stops them. */
export async function startListening(
  { definitions, clock }: Consumers,
  foundation: Foundation,
  { doorbell, log, onFailure }: Hearing,
) {
  const { name, eventRules, poolFor, stack, telemetry } = foundation;
  eventRules.checkConsumers(definitions);
  const pool = poolFor('consumers');
  const onError = saySeldom({ log, onFailure }, 'an event log could not be read');
  const source = sourceOf(foundation, { definitions }, { pool, onError });
  stack.use(doorbell.onRing(source.wake));
  const consumers = stack.use(
    await startConsumers({
      pool,
      schema: name,
      source,
      definitions,
      log,
      read: eventRules.read,
      onHandled: doorbell.ringHandled,
      clock,
      telemetry,
    }),
  );
  const { places, history, lagBehind } = source;
  const report = async () => (await consumerStatus({ definitions, places, history, lagBehind })).map(reportOf);
  return { consumers, report };
}

function reportOf({ consumer, source, place, lag }: ConsumerStatus): ConsumerReport {
  return { consumer, source, shard: place?.shard ?? 0, lag, isHalted: place?.halt !== undefined };
}

/** What the consumers of a service read, as its process gets at logs. */
export function sourceOf(
  { name, logs }: Pick<Foundation, 'name' | 'logs'>,
  { definitions }: Pick<Consumers, 'definitions'>,
  { pool, onError }: Pick<LogListening, 'pool' | 'onError'>,
): ConsumerSource {
  const sources = [...new Set(definitions.flatMap(({ sources: read }) => read))];
  return logs.open({ name, pool, sources, onError });
}

/** Tells of every failure, and logs one a minute. */
export function saySeldom({ log, onFailure }: Omit<Hearing, 'doorbell'>, message: string): Hearing['onFailure'] {
  const warn = seldom((err: unknown) => log.warn({ err }, message));
  return (error) => {
    warn(error);
    onFailure(error);
  };
}

/** Calls `say` at most once a minute: for what is retried several times a second until it works again. */
export function seldom<Said>(say: (said: Said) => void, now: () => number = Date.now): (said: Said) => void {
  let quietUntil = 0;
  return (said) => {
    if (now() < quietUntil) return;
    quietUntil = now() + MINUTE_MS;
    say(said);
  };
}
