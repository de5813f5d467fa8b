import { NamedError } from '@onceover/service-kit/errors';
import { Redis } from 'ioredis';
import { addressRefusal } from './check-server.ts';
import { type RedisAddress, readRedisAddress } from './redis-address.ts';
import { createRedisClient } from './redis-client.ts';

export type { RedisAddress };
export { readRedisAddress };

/** This Redis cannot be read; the message says why, never with the password. */
export class RedisUnreadable extends NamedError {}

/** This server has fewer databases than that. */
export class NoSuchDatabase extends RedisUnreadable {}

/** A hash as it is stored: bytes by the names of its fields. */
export type StoredHash = ReadonlyMap<string, Buffer>;

/** Reads one database of a Redis that belongs to another program. Everything that is asked only reads. */
export interface RedisReader extends AsyncDisposable {
  /** The keys that match a pattern, in pages; every key that is there all the time at least once. */
  keys(pattern: string): AsyncIterable<readonly string[]>;
  /** The hashes of these keys, in their order: null where there is none, `not-a-hash` where there is something else. */
  hashes(keys: readonly string[]): Promise<readonly (StoredHash | 'not-a-hash' | null)[]>;
  /** Milliseconds until a key is gone; null: it is not there, or stays. */
  msLeft(key: string): Promise<number | null>;
}

const PAGE = 500;

/**
 * Connects to a single server; its databases are read one reader each.
 *
 * Refuses  `RedisUnreadable`: nobody answers, the password is wrong, or it is a cluster
 *          `NoSuchDatabase`
 */
export async function openRedisReader(address: RedisAddress, database: number): Promise<RedisReader> {
  const client = createRedisClient({ ...address, database });
  if (!(client instanceof Redis)) throw new RedisUnreadable('give the address of one server, not of a cluster');
  let reason: unknown;
  client.on('error', (error: unknown) => {
    reason = error;
  });
  const ask = async <Answer>(question: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await question();
    } catch (error) {
      if (isOutOfRange(error)) throw new NoSuchDatabase(`this Redis has no database ${database}`);
      throw new RedisUnreadable(sentenceOf(reason ?? error), { cause: error });
    }
  };
  try {
    await ask(async () => {
      await client.connect();
      // The library goes on with database 0 where a server has not so many.
      await client.select(database);
    });
  } catch (error) {
    client.disconnect();
    throw error;
  }
  return {
    async *keys(pattern) {
      let cursor = '0';
      do {
        const [next, found] = await ask(() => client.scan(cursor, 'MATCH', pattern, 'COUNT', PAGE));
        if (found.length > 0) yield found;
        cursor = next;
      } while (cursor !== '0');
    },
    hashes: (keys) => ask(() => Promise.all(keys.map((key) => hashOf(client, key)))),
    async msLeft(key) {
      const left = await ask(() => client.pttl(key));
      return left < 0 ? null : left;
    },
    async [Symbol.asyncDispose]() {
      client.disconnect();
    },
  };
}

async function hashOf(client: Redis, key: string): Promise<StoredHash | 'not-a-hash' | null> {
  try {
    const fields = Object.entries(await client.hgetallBuffer(key));
    return fields.length === 0 ? null : new Map(fields);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('WRONGTYPE')) return 'not-a-hash';
    throw error;
  }
}

const isOutOfRange = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('DB index is out of range');

function sentenceOf(error: unknown): string {
  return (
    addressRefusal(error) ?? `this Redis does not answer (${error instanceof Error ? error.message : 'no reason'})`
  );
}
