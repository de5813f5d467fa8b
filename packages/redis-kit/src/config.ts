import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';
import { readRedisAddress } from './redis-address.ts';

export const redisConfig = defineConfig({
  address: {
    env: 'ONCEOVER_REDIS_URL',
    schema: z.string().transform((text, context) => {
      const read = readRedisAddress(text);
      if (typeof read !== 'string') return read;
      context.addIssue(read);
      return z.NEVER;
    }),
    doc: 'Redis, version 7 or newer: `redis://user:password@host:6379`, with `rediss://` for TLS. Several addresses separated by commas, or one with `?cluster=true`, are nodes of a cluster. All keys begin with `onceover`, or with the name in `?prefix=`.',
    sensitive: true,
  },
});

export type RedisConfig = ConfigOf<typeof redisConfig>;
