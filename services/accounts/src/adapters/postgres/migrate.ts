import { migrateSchema } from '@onceover/postgres-kit/migrate';
import type pg from 'pg';
import * as eventLog from '../../../migrations/20261121T190000_event_log.ts';
import * as consumerTables from '../../../migrations/20261121T190100_consumer_tables.ts';
import * as jobs from '../../../migrations/20261121T190200_jobs.ts';
import * as accounts from '../../../migrations/20261121T190300_accounts.ts';
import * as sessions from '../../../migrations/20261121T190400_sessions.ts';
import * as attempts from '../../../migrations/20261121T190500_attempts.ts';
import * as domains from '../../../migrations/20261121T195000_domains.ts';
import * as apiTokens from '../../../migrations/20261121T195100_api_tokens.ts';
import * as usage from '../../../migrations/20261121T195200_usage.ts';

/** The role the service works as. It owns nothing and cannot change or delete an event. */
export const appRole = 'onceover_accounts';

/** In order; named by their files, which are never renamed. Listed, so that a bundle carries them. */
const migrations = {
  '20261121T190000_event_log': eventLog,
  '20261121T190100_consumer_tables': consumerTables,
  '20261121T190200_jobs': jobs,
  '20261121T190300_accounts': accounts,
  '20261121T190400_sessions': sessions,
  '20261121T190500_attempts': attempts,
  '20261121T195000_domains': domains,
  '20261121T195100_api_tokens': apiTokens,
  '20261121T195200_usage': usage,
} as const;

/** Brings schema `accounts` up to date. */
export async function migrate(database: pg.PoolConfig): Promise<void> {
  await migrateSchema(database, { schema: 'accounts', appRole, migrations });
}
