import type { Clock } from '@onceover/service-kit/clock';
import { hmac, randomBytes } from '@onceover/service-kit/crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
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

/** No limits: for benchmarks and tests on loopback. */
export const unlimited: RequestLimits = { take: async () => undefined };

const kinds = ['network', 'visitors', 'account', 'session'] as const satisfies readonly (keyof Limit)[];

interface Counter {
  readonly kind: keyof Limit;
  readonly limiter: RateLimiterMemory;
}

/**
 * Limits counted in this process. Each actor is counted under an HMAC with a key that changes daily, so no address is kept.
 * Checking and counting are one step: however many requests come at once, no more than the limit get through.
 *
 * The shortest window of a limit is checked first; what it refuses is not counted by a longer one.
 */
export function memoryLimits(clock: Clock): RequestLimits {
  const counters = new Map<LimitName, readonly Counter[]>();
  for (const [name, limit] of Object.entries(limitTable)) counters.set(name as LimitName, countersOf(limit));
  const keyOf = dailyKeys(clock);
  return {
    async take(name, actor, points = 1) {
      for (const { kind, limiter } of counters.get(name) ?? []) {
        const who = actor[kind];
        if (who !== undefined) await takeFrom(limiter, keyOf(who), points);
      }
    },
  };
}

function countersOf(limit: Limit): Counter[] {
  return kinds.flatMap((kind) =>
    (limit[kind] ?? []).map(({ actions, seconds }) => ({
      kind,
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

const DAY_MS = 86_400_000;
const REMEMBERED = 10_000;

/** Keys of actors, cached for speed. The secret behind them changes daily, and the cache is cleared with it. */
function dailyKeys(clock: Clock): (actor: string) => string {
  let day = -1;
  let secret: Buffer = randomBytes(32);
  const remembered = new Map<string, string>();
  return (actor) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    if (today !== day) {
      day = today;
      secret = randomBytes(32);
      remembered.clear();
    }
    const known = remembered.get(actor);
    if (known !== undefined) return known;
    if (remembered.size >= REMEMBERED) remembered.clear();
    const key = hmac(secret, actor).toString('base64url');
    remembered.set(actor, key);
    return key;
  };
}
