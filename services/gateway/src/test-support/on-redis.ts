import { redisConfig } from '@onceover/redis-kit/config';
import { openRedis, type RedisLink } from '@onceover/redis-kit/link';
import { createLogger, type Logger } from '@onceover/service-kit/logging';

/** A link to a server or cluster of a test, which waits for answers as long as a busy machine needs. */
export function openTestLink(url: string, given: { log?: Logger; patienceMs?: number } = {}): Promise<RedisLink> {
  const address = redisConfig.address.schema.parse(url);
  return openRedis({ address, log: createLogger('test'), patienceMs: 10_000, ...given });
}

let opened = 0;

/** The same link, whose keys are its own: nothing that a test before it counted is there. */
export function isolated(link: RedisLink): RedisLink {
  opened += 1;
  const name = `test-${opened}`;
  return Object.create(link, { key: { value: (...parts: readonly (string | number)[]) => link.key(name, ...parts) } });
}
