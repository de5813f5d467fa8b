import type { ShownLimits } from '@onceover/schema/internal/request-limits';
import type { Clock } from '@onceover/service-kit/clock';
import { hmac, randomBytes } from '@onceover/service-kit/crypto';
import { newId } from '@onceover/service-kit/ids';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { daily } from '../http/remembering.ts';
import { type Limit, type LimitName, limitTable } from './limit-table.ts';

/** The request came too soon; nothing was done. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('rate limited');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** One action needs more points than its limit ever allows; nothing was counted. */
export class NeverEnough extends Error {
  override readonly name = 'NeverEnough';
  readonly points: number;

  constructor(points: number) {
    super('more than the limit at once');
    this.points = points;
  }
}

/** Who is acting, as far as that is known. What is undefined is not known yet and is not counted. */
export interface Actor {
  readonly network?: string | undefined;
  /** The network of a caller who is not signed in. */
  readonly visitors?: string | undefined;
  readonly account?: string | undefined;
  readonly session?: string | undefined;
}

/** Counts an action before any work is done for it. */
export interface RequestLimits {
  /**
   * Counts one action, or one of so many points, against every counter of the limit that applies to the actor. Throws
   * `RateLimited`, and `NeverEnough` for points beyond the whole limit.
   */
  take(name: LimitName, actor: Actor, points?: number): Promise<void>;
}

/** One window of a limit, by whose actions it counts. */
type Bound = ShownLimits['limits'][number];

/** Somebody whom a limit holds back. */
type Limited = ShownLimits['limited'][number];

/** Limits that say whom they hold back. */
export interface WatchedLimits extends RequestLimits {
  readonly bounds: readonly Bound[];
  limited(): Promise<readonly Limited[]>;
  /** Forgets what was counted, so that it goes on at once. False: nobody is held back so any more. */
  lift(id: string): Promise<boolean>;
}

/** No limits: for benchmarks and tests on loopback. */
export const unlimited: WatchedLimits = {
  take: async () => undefined,
  bounds: [],
  limited: async () => [],
  lift: async () => false,
};

const kinds = ['network', 'visitors', 'account', 'session'] as const satisfies readonly (keyof Limit)[];

interface Counter extends Bound {
  readonly limiter: RateLimiterMemory;
}

/**
 * Limits counted in this process. Each actor is counted under an HMAC with a key that changes daily, so no address is kept.
 * Checking and counting are one step: however many requests come at once, no more than the limit get through.
 *
 * The shortest window of a limit is checked first; what it refuses is not counted by a longer one.
 */
export function memoryLimits(clock: Clock, tagOf: (network: string) => string = () => 'network'): WatchedLimits {
  const counters = new Map(Object.entries(limitTable).map(([name, limit]) => [name, countersOf(name, limit)]));
  const keyOf = dailyKeys(clock);
  const held = heldBack(clock, tagOf);
  return {
    async take(name, actor, points = 1) {
      for (const counter of counters.get(name) ?? []) {
        const who = actor[counter.kind];
        if (who === undefined) continue;
        const key = keyOf(who);
        try {
          await takeFrom(counter.limiter, key, points);
        } catch (error) {
          if (error instanceof RateLimited) held.note(counter, key, who, error.retryAfterSeconds);
          throw error;
        }
      }
    },
    bounds: [...counters.values()].flat().map(({ limiter: _, ...bound }) => bound),
    limited: async () => held.list(),
    lift: held.lift,
  };
}

const MOST_HELD = 1_000;

interface Held extends Limited {
  readonly limiter: RateLimiterMemory;
  readonly key: string;
}

/** Whom limits hold back. Noted when a request is turned away, so what is let through pays nothing for it. */
function heldBack(clock: Clock, tagOf: (network: string) => string) {
  const held = new Map<string, Held>();
  const isOver = ({ until }: Held) => until <= clock.now();
  return {
    note({ limiter, ...bound }: Counter, key: string, actor: string, seconds: number): void {
      const place = `${bound.limit} ${bound.kind} ${bound.seconds} ${key}`;
      const before = held.get(place);
      const isNew = before === undefined || isOver(before);
      const until = new Date(clock.now().getTime() + seconds * 1000);
      const [id, refused] = isNew ? [newId(), 1] : [before.id, before.refused + 1];
      const who = nameOf(bound.kind, actor, tagOf);
      held.set(place, { ...bound, id, who, until, refused, limiter, key });
      const [oldest] = held.keys();
      if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest);
    },
    list(): readonly Limited[] {
      for (const [place, each] of held) if (isOver(each)) held.delete(place);
      return [...held.values()].map(({ limiter: _limiter, key: _key, ...limited }) => limited);
    },
    async lift(id: string): Promise<boolean> {
      const [place, found] = [...held].find(([, each]) => each.id === id) ?? [];
      if (place === undefined || found === undefined || isOver(found)) return false;
      await found.limiter.delete(found.key);
      return held.delete(place);
    },
  };
}

/** How people who may not know addresses tell them apart. */
function nameOf(kind: keyof Limit, actor: string, tagOf: (network: string) => string): string | null {
  if (kind === 'session') return null;
  return kind === 'account' ? actor : tagOf(actor);
}

function countersOf(name: string, limit: Limit): Counter[] {
  return kinds.flatMap((kind) =>
    (limit[kind] ?? []).map(({ actions, seconds }) => ({
      limit: name,
      kind,
      actions,
      seconds,
      limiter: new RateLimiterMemory({ points: actions, duration: seconds }),
    })),
  );
}

async function takeFrom(limiter: RateLimiterMemory, key: string, points: number): Promise<void> {
  if (points > limiter.points) throw new NeverEnough(limiter.points);
  try {
    await limiter.consume(key, points);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    // What was refused costs nothing: something cheaper may still fit.
    if (points > 1) await limiter.reward(key, points);
    throw new RateLimited(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
  }
}

const REMEMBERED = 10_000;

/** Keys of actors, under a secret that changes daily. */
function dailyKeys(clock: Clock): (actor: string) => string {
  return daily(clock, REMEMBERED, () => {
    const secret = randomBytes(32);
    return (actor) => hmac(secret, actor).toString('base64url');
  });
}
