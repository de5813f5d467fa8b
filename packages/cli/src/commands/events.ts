import {
  type EventsAnswer,
  type FollowOptions,
  type OnceoverClient,
  OnceoverError,
  positionOf,
} from '@onceover/client';
import { converse } from '../connect.ts';
import { eventInWords, eventType } from '../event-in-words.ts';
import { Failure, failureOf, usage } from '../failure.ts';
import { keepPosition, readPosition } from '../keeping/position-file.ts';
import type { ServerOptions, World } from '../world.ts';

export interface EventsOptions extends ServerOptions {
  readonly follow?: boolean;
  /** A position. */
  readonly after?: string;
  /** The prefix `io.onceover.` may be left out. */
  readonly type?: readonly string[];
  /** How many in all. */
  readonly limit?: number;
  /** The file that keeps the position. */
  readonly state?: string;
}

/** What the server gives at once. */
const MOST_OF_A_PAGE = 200;

/** What happened to what is the account's, oldest first. With a file, whoever is stopped goes on there, and gets at most one event again. */
export async function events(world: World, options: EventsOptions): Promise<void> {
  const { after, state } = options;
  if (after !== undefined && state !== undefined) {
    throw usage('Give --after or --state, not both: the file of --state holds the position.');
  }
  const from = state === undefined ? after : readPosition(state);
  await converse(world, options, undefined, async ({ client, host, isSignedIn }) => {
    if (!isSignedIn) {
      const why = `Events of ${host} need an API token with the scope events-read.`;
      throw new Failure('notAuthorized', `${why} Sign in with: onceover login`);
    }
    const stopping = world.untilStopped();
    try {
      const onOutage = (error: OnceoverError) => tellOutage(world, options, failureOf(error, host));
      const found = pages(client, { ...options, after: from }, { signal: stopping, onOutage });
      await print(world, options, found, stopping);
    } catch (error) {
      const isStopped = stopping.aborted && error instanceof OnceoverError && error.code === 'aborted';
      if (!isStopped) throw inOurWords(error, host, options);
    }
    if (stopping.reason === 'SIGINT') throw new Failure('interrupted', 'Interrupted.');
  });
}

/** Those that are there, or also those that come. */
async function* pages(
  client: OnceoverClient,
  {
    follow,
    after,
    type,
    limit = Number.POSITIVE_INFINITY,
  }: Omit<EventsOptions, 'after'> & { after: string | undefined },
  { signal, onOutage }: Pick<FollowOptions, 'onOutage'> & { readonly signal: AbortSignal },
): AsyncGenerator<EventsAnswer> {
  const types = type?.map(eventType);
  if (follow === true) {
    yield* client.follow({ after, types, signal, onOutage });
    return;
  }
  let [position, left, hasMore] = [after, limit, true];
  while (hasMore && left > 0) {
    const page = await client.events({ after: position, types, limit: Math.min(left, MOST_OF_A_PAGE), signal });
    yield page;
    position = page.next;
    left -= page.events.length;
    hasMore = page.has_more;
  }
}

/** Keeps the position of an event once its line is out, and says at the end which was reached. */
async function print(
  { output }: World,
  { json, quiet, limit, state }: EventsOptions,
  found: AsyncIterable<EventsAnswer>,
  stopping: AbortSignal,
): Promise<void> {
  let reached: string | undefined;
  const reach = (position: string) => {
    if (position === reached) return;
    if (state !== undefined) keepPosition(state, position);
    reached = position;
  };
  let count = 0;
  let isRead = true;
  try {
    for await (const { events: some, next } of found) {
      for (const event of some) {
        if (stopping.aborted || count === limit) return;
        await output.print(`${json === true ? JSON.stringify(event) : eventInWords(event)}\n`);
        reach(positionOf(event));
        count += 1;
      }
      reach(next);
      if (count === limit) return;
    }
  } catch (error) {
    isRead = !(error instanceof Failure && error.reason === 'brokenPipe');
    throw error;
  } finally {
    if (reached !== undefined && isRead && quiet !== true) {
      output.tell(json === true ? JSON.stringify({ next: reached }) : `To go on from here: --after ${reached}`);
    }
  }
}

function tellOutage({ output }: World, { json, quiet }: EventsOptions, { code, message }: Failure): void {
  if (quiet === true) return;
  output.tell(json === true ? JSON.stringify({ outage: { code, message } }) : `${message} Still trying.`);
}

function inOurWords(error: unknown, host: string, { state }: EventsOptions): unknown {
  if (!(error instanceof OnceoverError)) return error;
  const { code, status } = error;
  const refused = (message: string) => new Failure('refused', message, code);
  const otherwise = state === undefined ? 'leave out --after' : 'remove the file of --state';
  if (code === 'forgotten_position') {
    return refused(
      `Events after this position are no longer kept. To begin with the oldest one, ${otherwise}; onceover list shows what became of secrets meanwhile.`,
    );
  }
  if (code === 'unknown_position') {
    return refused(`This is not a position of the account's events. To begin with the oldest one, ${otherwise}.`);
  }
  if (code === 'not_authorized') {
    const why = `${host} does not accept the API token, or the token does not have the scope events-read.`;
    const message = `${why} Create one that has it at /account/programs, and sign in with: onceover login --no-check`;
    return new Failure('notAuthorized', message, code);
  }
  if (status === 404) return refused(`${host} has no events to follow: it runs an older version.`);
  return error;
}
