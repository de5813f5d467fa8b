import type { CloudEvent, EventsAnswer } from './answers.ts';
import { OnceoverError } from './onceover-error.ts';
import { type RetryPolicy, waitBefore } from './retries.ts';
import { isPassing, pause } from './transport.ts';

/** Which events are asked for. */
export interface EventsQuestion {
  /** The position that was reached. Default: before the oldest event that the server keeps. */
  readonly after?: string | undefined;
  /** How many at most, from 1 to 200. Default: 100. */
  readonly limit?: number | undefined;
  /** How long to wait for one if there is none, in whole seconds from 0 to 30. Default: 0. */
  readonly wait?: number | undefined;
  /** CloudEvents types, such as `io.onceover.secret.received`. Default: all. */
  readonly types?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FollowOptions extends Pick<EventsQuestion, 'after' | 'types' | 'signal'> {
  /** Called once in each outage: when the third attempt in a row has failed, with its error. It is tried on. */
  readonly onOutage?: ((error: OnceoverError) => void) | undefined;
}

/** One that fails alone is nothing to worry about: proxies end requests that take long. */
const ATTEMPTS_OF_AN_OUTAGE = 3;
/** The longest that the server waits, in seconds. */
const WAIT_SECONDS = 30;
const LONGEST_WAIT_MS = 30_000;
/** A server that asks for a longer pause than an hour is not waited for. */
const LONGEST_ASKED_MS = 3_600_000;
const ENDLESS: RetryPolicy = {
  retries: Number.POSITIVE_INFINITY,
  longestWaitMs: LONGEST_WAIT_MS,
  longestAskedMs: LONGEST_ASKED_MS,
  withinMs: Number.POSITIVE_INFINITY,
};
/** An empty answer that comes sooner was not waited for: a server does that while it stops, and some proxies do it always. */
const HASTY_MS = 1000;

/** The position of an event: `after` it, the next one comes. */
export function positionOf({ sequence }: Pick<CloudEvent, 'sequence'>): string {
  return sequence.replace(/^0+(?=\d)/, '');
}

export function eventsPath({ after, limit, wait, types }: EventsQuestion): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ after, limit, wait, types: types?.join(',') })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `/api/v2/events?${query}`.replace(/\?$/, '');
}

/**
 * Pages of events as they come: each that has events, or whose position has moved. The first question is one like any other; once it is
 * answered, an outage only delays the next page. Ends when the signal stops it.
 *
 * Throws  `OnceoverError`, where asking again is of no use
 */
export async function* followEvents(
  { after, types, signal, onOutage }: FollowOptions,
  { ask, askOnce, random }: Asking,
): AsyncGenerator<EventsAnswer, void, undefined> {
  let position: string | undefined;
  for (;;) {
    const begun = Date.now();
    const answer =
      position === undefined
        ? ask({ after, types, signal })
        : askOn({ after: position, wait: WAIT_SECONDS, types, signal }, { askOnce, random, onOutage });
    const page = await answer.catch(nothingIfStopped);
    if (page === undefined) return;
    const isNews = page.events.length > 0 || page.next !== position;
    position = page.next;
    if (isNews) yield page;
    else if (Date.now() - begun < HASTY_MS)
      await pause(HASTY_MS * (0.5 + random() / 2), signal).catch(nothingIfStopped);
  }
}

interface Asking {
  ask(question: EventsQuestion): Promise<EventsAnswer>;
  /** The same with a single attempt. */
  askOnce(question: EventsQuestion): Promise<EventsAnswer>;
  /** From 0 to 1. */
  random(): number;
}

/** Asks until there is an answer, however long that takes. */
async function askOn(
  question: EventsQuestion,
  { askOnce, random, onOutage }: Omit<Asking, 'ask'> & Pick<FollowOptions, 'onOutage'>,
): Promise<EventsAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(question);
    } catch (error) {
      if (!(error instanceof OnceoverError) || !isOutage(error)) throw error;
      const { retryAfterSeconds } = error;
      const wait = waitBefore(attempt, { policy: ENDLESS, elapsedMs: 0, retryAfterSeconds, random });
      if (wait === undefined) throw error;
      if (attempt === ATTEMPTS_OF_AN_OUTAGE) onOutage?.(error);
      await pause(wait, question.signal);
    }
  }
}

/** A server that has answered before and now fails, or a proxy that shows a page in its place, comes back. */
function isOutage(error: OnceoverError): boolean {
  return isPassing(error) || error.status >= 500 || error.code === 'bad_answer';
}

function nothingIfStopped(error: unknown): undefined {
  if (!(error instanceof OnceoverError) || error.code !== 'aborted') throw error;
}
