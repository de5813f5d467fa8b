import { type RedisLink, RedisUnavailable } from '@onceover/redis-kit/link';
import { hmac } from '@onceover/service-kit/crypto';
import { ignoring } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { alone } from './redis-limits.ts';
import { noPlace, type PlaceOwner, type SocketPlaces } from './socket-places.ts';

export interface RedisPlacesOptions {
  /** The same in all processes that count together. */
  readonly secret: Uint8Array;
  /** How long the places of a process that died stay taken, in milliseconds. */
  readonly leaseMs?: number;
}

const LEASE_MS = 60_000;

/** By the clock of Redis: KEYS who has places. ARGV a new place, how many there may be, how long it holds. */
const TAKE = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
if redis.call('zcard', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('zadd', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[3])
return 1`;

/** KEYS who has places. ARGV how long they hold from now on, the places. What Redis has forgotten is there again. */
const RENEW = `
local time = redis.call('time')
local until_ms = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1]
for place = 2, #ARGV do redis.call('zadd', KEYS[1], until_ms, ARGV[place]) end
redis.call('pexpire', KEYS[1], ARGV[1])`;

/** Owners whose places are renewed at the same moment. */
const AT_ONCE = 200;

/**
 * Places counted by all gateways together. Each holds for a minute and is renewed for as long as its socket is open, so that
 * those of a process that died come free. While Redis is unavailable a process counts its own, up to a quarter.
 */
export function redisPlaces(redis: RedisLink, { secret, leaseMs = LEASE_MS }: RedisPlacesOptions): SocketPlaces {
  const take = redis.script('takeSocketPlace', TAKE);
  const renew = redis.script('renewSocketPlaces', RENEW);
  const keyOf = (who: string) => redis.key('sockets', hmac(secret, who).toString('base64url'));
  const own = ownPlaces(leaseMs / 3, async (owners) => {
    for (let from = 0; from < owners.length && redis.isAvailable; from += AT_ONCE) {
      const some = owners.slice(from, from + AT_ONCE);
      await Promise.all(some.map(([who, places]) => renew([keyOf(who)], [leaseMs, ...places])));
    }
  });
  async function isFree({ who, most }: PlaceOwner, place: string): Promise<boolean> {
    try {
      return (await take([keyOf(who)], [place, most, leaseMs])) === 1;
    } catch (error) {
      ignoring(RedisUnavailable)(error);
      return own.numberOf(who, place) < alone(most);
    }
  }
  return {
    async placeFor(owner) {
      const { who } = owner;
      const place = newId();
      const stack = new DisposableStack();
      // Before it is known whether there is one: of several who come at once, the first get those that there are.
      stack.use(own.enter(who, place));
      if (!(await isFree(owner, place))) {
        stack.dispose();
        throw noPlace();
      }
      stack.defer(() => void redis.call('zrem', keyOf(who), place).catch(ignoring(RedisUnavailable)));
      return stack;
    },
  };
}

type Owners = readonly (readonly [string, ReadonlySet<string>])[];

/** The places of this process, which are renewed for as long as there are any. */
function ownPlaces(everyMs: number, renewAll: (owners: Owners) => Promise<void>) {
  const own = new Map<string, Set<string>>();
  let isRenewing = false;
  function renewLater(): void {
    isRenewing = own.size > 0;
    if (!isRenewing) return;
    setTimeout(() => {
      void renewAll([...own])
        .catch(ignoring(RedisUnavailable))
        .finally(renewLater);
    }, everyMs).unref();
  }
  return {
    enter(who: string, place: string): Disposable {
      const places = own.get(who) ?? new Set();
      own.set(who, places.add(place));
      if (!isRenewing) renewLater();
      return {
        [Symbol.dispose]() {
          if (places.delete(place) && places.size === 0) own.delete(who);
        },
      };
    },
    /** How many came before it. */
    numberOf: (who: string, place: string): number => [...(own.get(who) ?? [])].indexOf(place),
  };
}
