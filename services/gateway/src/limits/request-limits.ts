import type { ShownLimits } from '@onceover/schema/internal/request-limits';
import type { Clock } from '@onceover/service-kit/clock';
import { hmac, randomBytes } from '@onceover/service-kit/crypto';
import { noTelemetry, type Telemetry } from '@onceover/service-kit/telemetry';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { daily } from '../http/remembering.ts';
import { type HeldBack, memoryHeldBack } from './held-back.ts';
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
export type Bound = ShownLimits['limits'][number];

/** Somebody whom a limit holds back. */
export type Limited = ShownLimits['limited'][number];

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

/** Where the actions of limits are counted. */
export interface CountingPlace {
  readonly clock: Clock;
  /** The name of an actor in the place, from which nobody finds the actor. */
  readonly keyOf: (actor: string) => string;
  /** Counts one window of a limit. What it refuses must cost nothing but the one point that everybody costs. */
  readonly limiterOf: (bound: Bound) => RateLimiterAbstract;
  readonly heldBack: HeldBack;
  /** How networks are shown. */
  readonly tagOf: (network: string) => string;
}

interface Counter extends Bound {
  readonly limiter: RateLimiterAbstract;
}

/**
 * The limits of `limit-table.ts`, counted in one place. Checking and counting are one step: however many requests come at
 * once, no more than the limit get through.
 *
 * The shortest window of a limit is checked first; what it refuses is not counted by a longer one.
 */
export function countedLimits({ clock, keyOf, limiterOf, heldBack, tagOf }: CountingPlace): WatchedLimits {
  const counters = new Map(
    Object.entries(limitTable).map(([name, limit]) => [name, countersOf(name, limit, limiterOf)]),
  );
  const all = [...counters.values()].flat();
  async function note({ limiter: _, ...bound }: Counter, actor: string, { retryAfterSeconds }: RateLimited) {
    const until = new Date(clock.now().getTime() + retryAfterSeconds * 1000);
    await heldBack.note({ ...bound, key: keyOf(actor), who: nameOf(bound.kind, actor, tagOf), until });
  }
  return {
    async take(name, actor, points = 1) {
      for (const counter of counters.get(name) ?? []) {
        const who = actor[counter.kind];
        if (who === undefined) continue;
        try {
          await takeFrom(counter, keyOf(who), points);
        } catch (error) {
          if (error instanceof RateLimited) await note(counter, who, error);
          throw error;
        }
      }
    },
    bounds: all.map(({ limiter: _, ...bound }) => bound),
    limited: async () => (await heldBack.list()).map(({ key: _, ...limited }) => limited),
    async lift(id) {
      const found = (await heldBack.list()).find((each) => each.id === id);
      if (found === undefined) return false;
      await all.find((counter) => isSameBound(counter, found))?.limiter.delete(found.key);
      await heldBack.forget(found);
      return true;
    },
  };
}

/** The same limits, which count for whoever watches over the gateway how often each refuses; as they are where nobody counts. */
export function tellingRefusals(limits: WatchedLimits, telemetry: Telemetry): WatchedLimits {
  if (telemetry === noTelemetry) return limits;
  const refused = telemetry.count({
    name: 'onceover_limit_refusals_total',
    help: 'Requests that a limit refused, by limit.',
    labels: { limit: new Set(Object.keys(limitTable)) },
  });
  return {
    ...limits,
    async take(name, actor, points) {
      try {
        await limits.take(name, actor, points);
      } catch (error) {
        if (error instanceof RateLimited) refused({ limit: name });
        throw error;
      }
    },
  };
}

/** Limits counted in this process. Each actor is counted under an HMAC with a key that changes daily, so no address is kept. */
export function memoryLimits(clock: Clock, tagOf: (network: string) => string = () => 'network'): WatchedLimits {
  const limiterOf = ({ actions, seconds }: Bound) => new ForgivingLimiter({ points: actions, duration: seconds });
  const keyOf = dailyKeys(clock, () => randomBytes(32));
  return countedLimits({ clock, keyOf, limiterOf, heldBack: memoryHeldBack(clock), tagOf });
}

/** Counts in memory; what costs several points and is refused costs none, because something cheaper may still fit. */
export class ForgivingLimiter extends RateLimiterMemory {
  override consume(key: string, points = 1): Promise<RateLimiterRes> {
    const counted = super.consume(key, points);
    if (points === 1) return counted;
    return counted.catch(async (refused: unknown) => {
      if (refused instanceof RateLimiterRes) await this.reward(key, points);
      throw refused;
    });
  }
}

/** How people who may not know addresses tell them apart. */
function nameOf(kind: keyof Limit, actor: string, tagOf: (network: string) => string): string | null {
  if (kind === 'session') return null;
  return kind === 'account' ? actor : tagOf(actor);
}

function countersOf(name: string, limit: Limit, limiterOf: CountingPlace['limiterOf']): Counter[] {
  return kinds.flatMap((kind) =>
    (limit[kind] ?? []).map(({ actions, seconds }) => {
      const bound = { limit: name, kind, actions, seconds };
      return { ...bound, limiter: limiterOf(bound) };
    }),
  );
}

function isSameBound(one: Bound, other: Bound): boolean {
  return one.limit === other.limit && one.kind === other.kind && one.seconds === other.seconds;
}

async function takeFrom({ limiter, actions }: Counter, key: string, points: number): Promise<void> {
  if (points > actions) throw new NeverEnough(actions);
  try {
    await limiter.consume(key, points);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new RateLimited(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
  }
}

const REMEMBERED = 10_000;

/** Keys of actors, under a secret of the day. */
export function dailyKeys(clock: Clock, secretOf: (day: number) => Uint8Array): (actor: string) => string {
  return daily(clock, REMEMBERED, (day) => {
    const secret = secretOf(day);
    return (actor) => hmac(secret, actor).toString('base64url');
  });
}
