import type { Knex } from 'knex';
import type { Migration } from './migration.ts';
import {
  checkpointsTable,
  consumerGrants,
  deadLettersTable,
  inboxTable,
  readingGrants,
  retentionReading,
} from './sql/consumer-tables.ts';
import { identifier } from './sql/identifiers.ts';

export interface ConsumerTablesOptions {
  /** The schema of the listening service, whichever logs it listens to. */
  readonly schema: string;
  /** The role the service works as. It must exist. Without one, nothing is granted. */
  readonly appRole?: string;
  /** The role that removes from the logs what has been read. It must exist. Without one, nothing is granted. */
  readonly retentionRole?: string;
}

/**
 * What a service that listens to events keeps: checkpoints, inbox, dead letters, all in its own schema, because they
 * change in one transaction with what its consumers write.
 *
 * Source   events reference 2.1
 */
export function consumerTablesMigration({ schema, appRole, retentionRole }: ConsumerTablesOptions): Migration {
  return {
    async up(knex) {
      for (const sql of [checkpointsTable(schema), inboxTable(schema), deadLettersTable(schema)]) await knex.raw(sql);
      if (appRole !== undefined) await knex.raw(consumerGrants(schema, appRole));
      if (retentionRole !== undefined) await knex.raw(retentionReading(schema, retentionRole));
    },
  };
}

export interface LogReading {
  /** The schema of the log's owner. */
  readonly schema: string;
  /** The roles of the services that listen to it. Missing ones are created, without the right to log in. */
  readonly toRoles: readonly string[];
}

/**
 * Lets other services' roles read a log: `events` and `log_meta`, nothing else in the schema. For a migration of the
 * log's owner, after `eventLogMigration`.
 */
export async function grantLogReading(knex: Knex, { schema, toRoles }: LogReading): Promise<void> {
  for (const role of toRoles) await knex.raw(ensureRoleSql(role));
  if (toRoles.length > 0) await knex.raw(readingGrants(schema, toRoles));
}

/** Services migrate in any order, and roles belong to the whole cluster: another process may be creating it now. */
function ensureRoleSql(role: string): string {
  return `
    do $$ begin
      if to_regrole('${identifier(role)}') is null then create role ${identifier(role)} nologin; end if;
    exception when duplicate_object or unique_violation then null;
    end $$`;
}
