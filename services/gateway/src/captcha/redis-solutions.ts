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
  readonly whenFull?: () => false;
}

/**
 * Noted for all gateways, and in this process too: what it has seen counts for it no second time while Redis is unavailable,
 * or after Redis has forgotten it.
 */
export function redisSolutions(
  redis: RedisLink,
  { clock, secret, most, whenFull }: RedisSolutionsOptions,
): UsedSolutions {
  const here = memorySolutions(clock, most, whenFull);
  const keyOf = (challenge: string) => redis.key('solution', hmac(secret, challenge).toString('base64url'));
  const isNoted = async (challenge: string, expires: Date, user: string) => {
    const leftMs = Math.max(1, expires.getTime() - clock.now().getTime());
    if ((await redis.call('set', keyOf(challenge), user, 'PX', leftMs, 'NX')) !== null) return true;
    return user !== '' && (await redis.call('get', keyOf(challenge))) === user;
  };
  return {
    async use(challenge, expires, by = '') {
      // A named use that loses elsewhere must not keep the winner out here, so that it is noted only where it has won.
      if (by === '' && !(await here.use(challenge, expires))) return false;
      try {
        const user = by === '' ? '' : hmac(secret, by).toString('base64url');
        if (!(await isNoted(challenge, expires, user))) return false;
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
      }
      return by === '' || (await here.use(challenge, expires, by));
    },
  };
}
