import type { Knex } from 'knex';
import { appendSignature } from './sql/append-arguments.ts';
import { appendFunction } from './sql/append-function.ts';
import { appendOnlyTrigger } from './sql/append-only.ts';
import { appGrants, closeFunctions } from './sql/grants.ts';
import { identifier } from './sql/identifiers.ts';
import { ensurePartitionsFunction, uuidFloorFunction } from './sql/partitions.ts';
import { commandsTable, eventsTable, logMetaTable, streamsTable } from './sql/tables.ts';

export interface EventLogOptions {
  readonly schema: string;
  /** The role the service connects as. It must exist. Without one nothing is granted (the owner connects). */
  readonly appRole?: string;
  /** By month of the stream id, which must then be a UUIDv7. */
  readonly partitioned: boolean;
  /** Event types that end a stream: a stream holds at most one of them in all. */
  readonly endings?: readonly string[];
}

export interface Migration {
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

/**
 * A service's event log: tables, `append`, partitions, grants.
 *
 * Shape    one schema per service, created if absent; `down` drops the log but leaves the schema
 * Source   events reference 2.1 and 2.2
 */
export function eventLogMigration(options: EventLogOptions): Migration {
  return {
    async up(knex) {
      for (const sql of upStatements(options)) await knex.raw(sql);
      if (options.partitioned) await knex.raw(`select ${identifier(options.schema)}.ensure_event_partitions()`);
    },
    async down(knex) {
      for (const sql of downStatements(options)) await knex.raw(sql);
    },
  };
}

function upStatements({ schema, appRole, partitioned, endings = [] }: EventLogOptions): string[] {
  return [
    `create schema if not exists ${identifier(schema)}`,
    logMetaTable(schema),
    streamsTable(schema),
    eventsTable(schema, partitioned, endings),
    commandsTable(schema),
    appendOnlyTrigger(schema),
    ...(partitioned ? [uuidFloorFunction(schema), ensurePartitionsFunction(schema)] : []),
    appendFunction(schema),
    closeFunctions(schema),
    ...(appRole === undefined ? [] : [appGrants(schema, appRole, partitioned)]),
  ];
}

function downStatements({ schema, partitioned }: EventLogOptions): string[] {
  const s = identifier(schema);
  return [
    `drop function ${appendSignature(schema)}`,
    ...(partitioned ? [`drop function ${s}.ensure_event_partitions(timestamptz)`] : []),
    `drop table ${s}.events, ${s}.streams, ${s}.commands, ${s}.log_meta`,
    `drop function ${s}.refuse_event_change()`,
    ...(partitioned ? [`drop function ${s}.uuid_floor(timestamptz)`] : []),
  ];
}
