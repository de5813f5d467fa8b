import type { Clock } from '@onceover/service-kit/clock';
import { hmac, randomBytes } from '@onceover/service-kit/crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitName, limitTable } from './limit-table.ts';

const DAY_MS = 86_400_000;
const REMEMBERED_NETWORKS = 10_000;

/** The request came too soon; nothing was done. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('rate limited');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Counts actions per network before any work is done for them. */
export interface RequestLimits {
  /** Takes one action of a limit for a network. Throws `RateLimited`. */
  take(name: LimitName, network: string): Promise<void>;
}

/** No limits: for benchmarks and tests on loopback. */
export const unlimited: RequestLimits = { take: async () => undefined };

/**
 * Limits counted in this process, each network under an HMAC with a key of the day, so that no address is kept.
 *
 * A limit's windows are taken shortest first, and what a short one refuses does not use up a long one.
 */
export function memoryLimits(clock: Clock): RequestLimits {
  const limiters = new Map<LimitName, RateLimiterMemory[]>();
  for (const [name, windows] of Object.entries(limitTable)) {
    const made = windows.map(({ actions, seconds }) => new RateLimiterMemory({ points: actions, duration: seconds }));
    limiters.set(name as LimitName, made);
  }
  const keyOf = dailyKeys(clock);
  return {
    async take(name, network) {
      const key = keyOf(network);
      for (const limiter of limiters.get(name) ?? []) await takeOne(limiter, key);
    },
  };
}

async function takeOne(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new RateLimited(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
  }
}

/** Keys of networks, remembered for speed; both the secret and the memory change with the day. */
function dailyKeys(clock: Clock): (network: string) => string {
  let day = -1;
  let secret: Buffer = randomBytes(32);
  const remembered = new Map<string, string>();
  return (network) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    if (today !== day) {
      day = today;
      secret = randomBytes(32);
      remembered.clear();
    }
    const known = remembered.get(network);
    if (known !== undefined) return known;
    if (remembered.size >= REMEMBERED_NETWORKS) remembered.clear();
    const key = hmac(secret, network).toString('base64url');
    remembered.set(network, key);
    return key;
  };
}
