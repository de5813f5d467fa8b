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

/** How a consumer is doing in one log. */
export interface ConsumerHealth {
  readonly consumer: string;
  readonly source: string;
  readonly lagEvents: number;
  readonly lagSeconds: number;
  /** Whether a process runs it now. */
  readonly isRunning: boolean;
  /** The event that it cannot handle and waits at; null: it goes on. `at` is ISO 8601. */
  readonly halt: {
    readonly eventId: string;
    readonly type: string;
    readonly at: string;
    readonly error: string;
  } | null;
}

/** A service as an operator sees it while it runs. */
export interface ServiceHealth {
  readonly consumers: readonly ConsumerHealth[];
  /** Events set aside, newest first, and never what they say. */
  readonly deadLetters: readonly SetAside[];
  readonly connections: {
    readonly open: number;
    readonly idle: number;
    readonly waiting: number;
    readonly most: number;
  };
}

export interface SetAside {
  readonly consumer: string;
  readonly eventId: string;
  readonly source: string;
  readonly type: string;
  readonly error: string;
  readonly attempts: number;
  /** ISO 8601. */
  readonly at: string;
}

/** What an operator does about an event: has it handled again, counts it as handled, or lets a halted consumer pass it. */
export const eventActions = ['retry', 'discard', 'skip'] as const;
export type EventAction = (typeof eventActions)[number];

export interface ServiceTools {
  health(): Promise<ServiceHealth>;
  /** Null when it is done; else why it cannot be, or how the handler failed, for the operator. Throws `OutageError`. */
  settle(action: EventAction, ref: LetterRef): Promise<string | null>;
  /** The same as an answer to another service. */
  answerSettle(wish: LetterRef & { readonly action: EventAction }): Promise<Settled>;
}

export type Settled = { readonly kind: 'done' } | { readonly kind: 'impossible'; readonly reason: string };

const MOST_LETTERS = 100;

/** The commands of `npm run events` for the service itself, on the connections that it has anyway. */
export function serviceToolsOf(
  { name, pool, jobsSchema, eventRules, doorbell }: Foundation,
  { definitions }: Consumers,
): ServiceTools {
  const log = createLogger(`${name}.consumers`);
  const source = sourceOf(
    { name, pool, definitions },
    { onError: (err) => log.warn({ err }, 'a log could not be read') },
  );
  const parts = eventTools({
    pool,
    openSession: () => pool,
    schema: name,
    jobs: jobsSchema,
    source,
    definitions,
    log,
    read: eventRules.read,
    onHandled: doorbell.ringHandled,
  });
  const work = { retry: retryDeadLetter, discard: discardDeadLetter, skip } as const;
  const settle = async (action: EventAction, ref: LetterRef) => {
    try {
      await work[action](parts, ref);
      return null;
    } catch (error) {
      if (error instanceof OutageError) throw error;
      return error instanceof ToolRefusal ? error.message : errorText(error);
    }
  };
  return {
    async health() {
      const [consumers, letters] = await Promise.all([consumerStatus(parts), listDeadLetters(parts)]);
      return {
        consumers: consumers.map(healthOf),
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
    async answerSettle({ action, ...ref }) {
      const reason = await settle(action, ref);
      return reason === null ? { kind: 'done' } : { kind: 'impossible', reason };
    },
  };
}

function healthOf({ consumer, source, place, lag }: ConsumerStatus): ConsumerHealth {
  const halt = place?.halt;
  return {
    consumer,
    source,
    lagEvents: lag.events,
    lagSeconds: Math.round(lag.seconds),
    isRunning: place?.owner !== undefined,
    halt:
      halt === undefined
        ? null
        : { eventId: halt.eventId, type: halt.type, at: halt.at.toISOString(), error: halt.error },
  };
}

function setAsideOf({ consumer, eventId, source, type, error, attempts, lastAt }: DeadLetter): SetAside {
  return { consumer, eventId, source, type, error, attempts, at: lastAt.toISOString() };
}
