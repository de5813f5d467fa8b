import { eventLogFunctions } from '@onceover/event-store';
import { migrateSchema } from '@onceover/postgres-kit/migrate';
import { readSqlObjects } from '@onceover/postgres-kit/sql-objects';
import type pg from 'pg';
import * as events from '../../../migrations/20261122T090000_events.ts';
import * as jobs from '../../../migrations/20261122T090100_jobs.ts';
import * as accounts from '../../../migrations/20261122T090200_accounts.ts';
import * as sessions from '../../../migrations/20261122T090300_sessions.ts';
import * as domains from '../../../migrations/20261122T090400_domains.ts';
import * as apiTokens from '../../../migrations/20261122T090500_api_tokens.ts';

/** The role the service works as. It owns nothing and cannot change or delete an event. */
export const appRole = 'onceover_accounts';

/** Tables, in order; named after their files, which are never renamed. Listed here so that a bundle includes them. */
const migrations = {
  '20261122T090000_events': events,
  '20261122T090100_jobs': jobs,
  '20261122T090200_accounts': accounts,
  '20261122T090300_sessions': sessions,
  '20261122T090400_domains': domains,
  '20261122T090500_api_tokens': apiTokens,
} as const;

/** Brings schema `accounts` up to date: its tables, then the functions of its log and of `sql/`. */
export async function migrate(database: pg.PoolConfig): Promise<void> {
  const log = eventLogFunctions({ schema: 'accounts', appRole, partitioned: false });
  const objects = [...log, ...readSqlObjects(new URL('./sql/', import.meta.url))];
  await migrateSchema(database, { schema: 'accounts', appRole, migrations, objects });
}
