import {
  type ConsumerStatus,
  consumerStatus,
  type DeadLetter,
  discardDeadLetter,
  errorText,
  eventTools,
  type LetterRef,
  listDeadLetters,
  retryDeadLetter,
  skip,
  ToolRefusal,
} from '@onceover/event-bus';
import { OutageError } from '@onceover/service-kit/errors';
import { createLogger } from '@onceover/service-kit/logging';
import type { Foundation } from './foundation.ts';
import type { Consumers } from './service-parts.ts';
import { sourceOf } from './start-listening.ts';

/** What an operator does about an event: has it handled again, counts it as handled, or lets a halted consumer pass it. */
const work = { retry: retryDeadLetter, discard: discardDeadLetter, skip } as const;
type EventAction = keyof typeof work;

export type ServiceTools = ReturnType<typeof serviceToolsOf>;

const MOST_LETTERS = 100;

/** The commands of `npm run events` for the service itself, on the connections that it has anyway. */
export function serviceToolsOf(foundation: Foundation, { definitions }: Consumers) {
  const { name, pool, eventRules, doorbell } = foundation;
  const log = createLogger(`${name}.consumers`);
  const onError = (err: unknown) => log.warn({ err }, 'a log could not be read');
  const parts = eventTools({
    pool,
    openSession: () => pool,
    schema: name,
    source: sourceOf(foundation, { definitions }, { pool, onError }),
    definitions,
    log,
    read: eventRules.read,
    onHandled: doorbell.ringHandled,
  });
  /** Null when it is done; else why it cannot be, or how the handler failed, for the operator. Throws `OutageError`. */
  const settle = async (action: EventAction, ref: LetterRef): Promise<string | null> => {
    try {
      await work[action](parts, ref);
      return null;
    } catch (error) {
      if (error instanceof OutageError) throw error;
      return error instanceof ToolRefusal ? error.message : errorText(error);
    }
  };
  return {
    /** The service as an operator sees it while it runs. */
    async health() {
      const [consumers, letters] = await Promise.all([consumerStatus(parts), listDeadLetters(parts)]);
      return {
        consumers: Object.values(Object.groupBy(consumers, ({ consumer, source }) => `${consumer} ${source}`)).map(
          (shards = []) => healthOf(shards),
        ),
        deadLetters: letters.slice(0, MOST_LETTERS).map(setAsideOf),
        connections: {
          open: pool.totalCount,
          idle: pool.idleCount,
          waiting: pool.waitingCount,
          most: pool.options.max ?? 0,
        },
      };
    },
    settle,
    /** The same as an answer to another service. */
    async answerSettle({ action, ...ref }: LetterRef & { readonly action: EventAction }) {
      const reason = await settle(action, ref);
      return reason === null ? ({ kind: 'done' } as const) : ({ kind: 'impossible', reason } as const);
    },
  };
}

/** A consumer with one log, over all shards that it has there. */
function healthOf(shards: readonly ConsumerStatus[]) {
  const [first] = shards;
  if (first === undefined) throw new TypeError('a group is never empty');
  const halt = shards.find(({ place }) => place?.halt !== undefined)?.place?.halt ?? null;
  return {
    consumer: first.consumer,
    source: first.source,
    lagEvents: shards.reduce((sum, { lag }) => sum + lag.events, 0),
    lagSeconds: Math.round(Math.max(...shards.map(({ lag }) => lag.seconds))),
    /** Whether processes run it now, all of it. */
    isRunning: shards.every(({ place }) => place?.owner !== undefined),
    /** The event that it cannot handle and waits at; null: it goes on. */
    halt: halt && { eventId: halt.eventId, type: halt.type, at: halt.at.toISOString(), error: halt.error },
  };
}

/** Never what the event says. */
function setAsideOf({ consumer, eventId, source, type, error, attempts, lastAt }: DeadLetter) {
  return { consumer, eventId, source, type, error, attempts, at: lastAt.toISOString() };
}
