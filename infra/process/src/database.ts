import { type PostgresAddress, parseConnectionString } from '@onceover/postgres-server/address';
import { ConfigError } from '@onceover/service-kit/config';
import { z } from 'zod';

/** The address of a database that somebody else runs. */
export const databaseUrl = {
  env: 'ONCEOVER_DATABASE_URL',
  schema: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'give an address like postgres://user:password@host:5432/name',
  }),
  sensitive: true,
} as const;

/** Reads `ONCEOVER_DATABASE_URL`. Throws `ConfigError`, never with the value. */
export function addressFrom(url: string): PostgresAddress {
  try {
    return parseConnectionString(url);
  } catch (error) {
    throw new ConfigError([`ONCEOVER_DATABASE_URL: ${error instanceof RangeError ? error.message : 'not an address'}`]);
  }
}

/** Name of the database of a PostgreSQL that we run, and of the role that owns it. */
export const ownDatabase = 'onceover';
