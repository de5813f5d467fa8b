import { migrateSchema } from '@onceover/postgres-kit/migrate';
import type pg from 'pg';
import * as eventLog from '../../../migrations/20261121T210000_event_log.ts';
import * as consumerTables from '../../../migrations/20261121T210100_consumer_tables.ts';
import * as jobTables from '../../../migrations/20261121T210200_job_tables.ts';
import * as mail from '../../../migrations/20261121T210300_mail.ts';
import * as feedback from '../../../migrations/20261121T210400_feedback.ts';

/** The role the service works as. It owns nothing and cannot change or delete an event. */
export const appRole = 'onceover_notifications';

/** In order; named by their files, which are never renamed. Listed, so that a bundle carries them. */
const migrations = {
  '20261121T210000_event_log': eventLog,
  '20261121T210100_consumer_tables': consumerTables,
  '20261121T210200_job_tables': jobTables,
  '20261121T210300_mail': mail,
  '20261121T210400_feedback': feedback,
} as const;

/** Brings schema `notifications` and its job queue up to date. */
export async function migrateNotifications(database: pg.PoolConfig): Promise<void> {
  await migrateSchema(database, { schema: 'notifications', appRole, migrations });
}
