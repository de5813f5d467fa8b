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

/** Who acts, as far as it is known: undefined counts as not known yet, and nothing is counted by it. */
export interface Actor {
  readonly network?: string | undefined;
  /** A network whose caller is nobody we know. */
  readonly visitors?: string | undefined;
  readonly account?: string | undefined;
  readonly session?: string | undefined;
}

/** Counts actions before any work is done for them. */
export interface RequestLimits {
  /** Takes one action of a limit from each of its counters that the actor has. Throws `RateLimited`. */
  take(name: LimitName, actor: Actor): Promise<void>;
}

/** No limits: for benchmarks and tests on loopback. */
export const unlimited: RequestLimits = { take: async () => undefined };

const kinds = ['network', 'visitors', 'account', 'session'] as const satisfies readonly (keyof Limit)[];

interface Counter {
  readonly kind: keyof Limit;
  readonly limiter: RateLimiterMemory;
}

/**
 * Limits counted in this process, each actor under an HMAC with a key of the day, so that no address is kept.
 * Check and count are one step: of any number of parallel requests no more pass than the limit says.
 *
 * A limit's windows are taken shortest first, and what a short one refuses does not use up a long one.
 */
export function memoryLimits(clock: Clock): RequestLimits {
  const counters = new Map<LimitName, readonly Counter[]>();
  for (const [name, limit] of Object.entries(limitTable)) counters.set(name as LimitName, countersOf(limit));
  const keyOf = dailyKeys(clock);
  return {
    async take(name, actor) {
      for (const { kind, limiter } of counters.get(name) ?? []) {
        const who = actor[kind];
        if (who !== undefined) await takeOne(limiter, keyOf(who));
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

async function takeOne(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new RateLimited(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
  }
}

const DAY_MS = 86_400_000;
const REMEMBERED = 10_000;

/** Keys of actors, remembered for speed; both the secret behind them and the memory change with the day. */
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
