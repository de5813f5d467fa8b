import type { RedisLink } from '@onceover/redis-kit/link';
import { redisSolutions } from './captcha/redis-solutions.ts';
import { noRoomForIntents, type OpenEdgeStores } from './edge-stores.ts';
import { redisLimits } from './limits/redis-limits.ts';
import { redisPlaces } from './limits/redis-places.ts';

/**
 * Stores that all gateways share which use the same Redis and the same form-token key. While Redis is unavailable each keeps
 * its own, with limits of a quarter, and nobody waits for it.
 */
export function redisStores(redis: RedisLink): OpenEdgeStores {
  return ({ clock, secret, tagOf }) => ({
    limits: redisLimits(redis, { clock, secret, tagOf }),
    usedSolutions: redisSolutions(redis, { clock, secret }),
    spentIntents: redisSolutions(redis, { clock, secret, whenFull: noRoomForIntents }),
    socketPlaces: redisPlaces(redis, { secret }),
  });
}
