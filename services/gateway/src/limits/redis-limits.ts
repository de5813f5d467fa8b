import { type RedisLink, type RedisScript, RedisUnavailable } from '@onceover/redis-kit/link';
import type { Clock } from '@onceover/service-kit/clock';
import { hkdf } from '@onceover/service-kit/crypto';
import { ignoring } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { z } from 'zod';
import { type Held, type HeldBack, MOST_HELD, memoryHeldBack, placeOf } from './held-back.ts';
import { type Bound, countedLimits, dailyKeys, ForgivingLimiter, type WatchedLimits } from './request-limits.ts';

export interface RedisLimitsOptions {
  readonly clock: Clock;
  /** The same in all processes that count together. */
  readonly secret: Uint8Array;
  readonly tagOf: (network: string) => string;
}

/** While Redis is unavailable, each process alone lets through so much of a limit. */
const ALONE = 1 / 4;

/**
 * Limits counted by all gateways together. Each actor is counted under an HMAC with a key that changes daily, the same in all
 * of them. While Redis is unavailable each counts for itself, up to a quarter of every limit.
 *
 * Source  security 5.8
 */
export function redisLimits(redis: RedisLink, { clock, secret, tagOf }: RedisLimitsOptions): WatchedLimits {
  const keyOf = dailyKeys(clock, (day) => hkdf(secret, Buffer.alloc(32), Buffer.from(`onceover/v1/limits/${day}`)));
  const storeClient = limiterStore(redis);
  const limiterOf = ({ limit, kind, actions, seconds }: Bound) =>
    new RateLimiterRedis({
      storeClient,
      keyPrefix: redis.key('limit', limit, kind, seconds),
      points: actions,
      duration: seconds,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: COUNT,
      insuranceLimiter: new ForgivingLimiter({ points: alone(actions), duration: seconds }),
    });
  return countedLimits({ clock, keyOf, limiterOf, heldBack: redisHeldBack(redis, clock), tagOf });
}

/** At least one: a limit is no ban. */
export function alone(actions: number): number {
  return Math.max(1, Math.floor(actions * ALONE));
}

/**
 * Counts and answers with what was counted, and the milliseconds until it is forgotten. What costs several points and does not
 * fit costs nothing, because something cheaper may still fit.
 */
const COUNT = `
local counted = tonumber(redis.call('get', KEYS[1]) or '0')
local points = tonumber(ARGV[1])
local ttl = redis.call('pttl', KEYS[1])
if points > 1 and counted + points > tonumber(ARGV[3]) then return {counted + points, math.max(ttl, 1)} end
counted = redis.call('incrby', KEYS[1], points)
if ttl < 0 then
  ttl = 1000 * tonumber(ARGV[2])
  redis.call('pexpire', KEYS[1], ttl)
end
return {counted, ttl}`;

/** As much of a connection as the library uses. */
function limiterStore(redis: RedisLink) {
  let count: RedisScript | undefined;
  return {
    get status() {
      return redis.isAvailable ? 'ready' : 'unavailable';
    },
    // Every limiter brings the same script.
    defineCommand(name: string, { lua }: { readonly lua: string }) {
      count ??= redis.script(name, lua);
    },
    rlflxIncr: ([key = '', ...args]: readonly string[]) => count?.([key], args),
    del: (key: string) => redis.call('del', key),
  };
}

/** Milliseconds; no `Date` is later. */
const MOST_TIME = 8.64e15;

const noted = z.object({
  id: z.string(),
  limit: z.string(),
  kind: z.enum(['network', 'visitors', 'account', 'session']),
  actions: z.int(),
  seconds: z.int(),
  who: z.string().optional(),
  until: z.number().max(MOST_TIME),
  refused: z.int(),
  key: z.string(),
});

/** Null for what no gateway has written: it hides nothing that one has. */
function readNoted(text: string): z.output<typeof noted> | null {
  try {
    return noted.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * KEYS  when each place is over, and what is known of it. ARGV  now, the place, the entry where it is new, until when, how
 * many places there may be. Both keys go with the last of them.
 */
const NOTE = `
for _, over in ipairs(redis.call('zrangebyscore', KEYS[1], '-inf', ARGV[1], 'limit', 0, 100)) do
  redis.call('zrem', KEYS[1], over)
  redis.call('hdel', KEYS[2], over)
end
local entry = cjson.decode(redis.call('hget', KEYS[2], ARGV[2]) or ARGV[3])
entry.refused = entry.refused + 1
entry['until'] = tonumber(ARGV[4])
redis.call('hset', KEYS[2], ARGV[2], cjson.encode(entry))
redis.call('zadd', KEYS[1], ARGV[4], ARGV[2])
if redis.call('zcard', KEYS[1]) > tonumber(ARGV[5]) then
  redis.call('hdel', KEYS[2], redis.call('zpopmin', KEYS[1])[1])
end
redis.call('pexpire', KEYS[1], 86400000)
redis.call('pexpire', KEYS[2], 86400000)`;

/** Noted for all gateways. While Redis is unavailable, what this process notes. */
export function redisHeldBack(redis: RedisLink, clock: Clock): HeldBack {
  const here = memoryHeldBack(clock);
  const keys = [redis.key('{held}', 'until'), redis.key('{held}', 'entries')] as const;
  const note = redis.script('noteHeldBack', NOTE);
  const now = () => clock.now().getTime();
  async function listAll(): Promise<readonly Held[]> {
    const entries = z.record(z.string(), z.string()).parse(await redis.call('hgetall', keys[1]));
    return Object.values(entries)
      .flatMap((text) => readNoted(text) ?? [])
      .filter(({ until }) => until > now())
      .map((each) => ({ ...each, who: each.who ?? null, until: new Date(each.until) }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }
  return {
    async note(held) {
      const { who, until, ...rest } = held;
      const entry = { ...rest, ...(who === null ? {} : { who }), id: newId(), refused: 0 };
      const args = [now(), placeOf(held), JSON.stringify(entry), until.getTime(), MOST_HELD];
      await note(keys, args).catch((error: unknown) => {
        ignoring(RedisUnavailable)(error);
        return here.note(held);
      });
    },
    list: () =>
      listAll().catch((error: unknown) => {
        ignoring(RedisUnavailable)(error);
        return here.list();
      }),
    async forget(held) {
      await here.forget(held);
      await redis.call('hdel', keys[1], placeOf(held)).catch(ignoring(RedisUnavailable));
    },
  };
}
