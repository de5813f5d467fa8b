import { type RedisLink, RedisUnavailable } from '@onceover/redis-kit/link';
import type { Clock } from '@onceover/service-kit/clock';
import { hmac } from '@onceover/service-kit/crypto';
import { memorySolutions, type UsedSolutions } from './used-solutions.ts';

export interface RedisSolutionsOptions {
  readonly clock: Clock;
  /** The same in all processes that note together. */
  readonly secret: Uint8Array;
  /** How many this process notes beside Redis. */
  readonly most?: number;
}

/**
 * Noted for all gateways, and in this process too: what it has seen counts for it no second time while Redis is unavailable,
 * or after Redis has forgotten it.
 */
export function redisSolutions(redis: RedisLink, { clock, secret, most }: RedisSolutionsOptions): UsedSolutions {
  const here = memorySolutions(clock, most);
  const keyOf = (challenge: string) => redis.key('solution', hmac(secret, challenge).toString('base64url'));
  return {
    async use(challenge, expires) {
      if (!(await here.use(challenge, expires))) return false;
      const leftMs = Math.max(1, expires.getTime() - clock.now().getTime());
      try {
        return (await redis.call('set', keyOf(challenge), '', 'PX', leftMs, 'NX')) !== null;
      } catch (error) {
        if (error instanceof RedisUnavailable) return true;
        throw error;
      }
    },
  };
}
