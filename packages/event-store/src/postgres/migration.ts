import type { Knex } from 'knex';
import { appendSignature } from './sql/append-arguments.ts';
import { appendFunction } from './sql/append-function.ts';
import { coverFunction, coverSignature } from './sql/cover-function.ts';
import { appGrants, functionGrants, retentionGrants } from './sql/grants.ts';
import { beginAppendFunction, recordEventsFunction } from './sql/head-functions.ts';
import { identifier } from './sql/identifiers.ts';
import { ensurePartitionsFunction, uuidFloorFunction } from './sql/partitions.ts';
import { removeMonthFunction, removeMonthSignature } from './sql/remove-month.ts';
import {
  appendOnlyTrigger,
  commandsTable,
  eventsTable,
  type LogShape,
  logMetaTable,
  streamsTable,
} from './sql/tables.ts';

export interface EventLogOptions extends LogShape {
  readonly schema: string;
  /** The role the service connects as. It must exist. Without one nothing is granted (the owner connects). */
  readonly appRole?: string;
  /** The role that removes what the log need not keep any longer. It must exist. Without one nobody is granted that. */
  readonly retentionRole?: string;
}

export interface Migration {
  up(knex: Knex): Promise<void>;
}

/**
 * The tables of a service's event log, and the trigger that keeps its events from changing. It needs `eventLogFunctions`.
 *
 * Shape    one schema per service, created if absent
 * Source   events reference 2.1 and 2.2
 */
export function eventLogMigration(options: EventLogOptions): Migration {
  return {
    async up(knex) {
      for (const sql of upStatements(options)) await knex.raw(sql);
    },
  };
}

/** A function of the log and the statements that create it; a migrator creates it again if they have changed. */
export interface LogFunction {
  readonly name: string;
  readonly sql: string;
}

/**
 * `append` with what it begins with, the function that records events of streams whose head is elsewhere, those that cover
 * the log and remove a month, and for a partitioned log the one that creates its months; the months needed now are
 * created at once. `endings` must be given here as well: they decide what has ended.
 */
export function eventLogFunctions({ schema, appRole, retentionRole, ...shape }: EventLogOptions): LogFunction[] {
  const s = identifier(schema);
  const granted = (name: string, signature: string, sql: string) => {
    return { name, sql: [sql, functionGrants(signature, appRole)].join('\n') };
  };
  const partitions = [
    granted(
      'ensure_event_partitions',
      `${s}.ensure_event_partitions(timestamptz)`,
      `${ensurePartitionsFunction(schema)}\nselect ${s}.ensure_event_partitions();`,
    ),
  ];
  const removal = [removeMonthFunction(schema, shape), functionGrants(removeMonthSignature(schema), retentionRole)];
  return [
    { name: 'uuid_floor', sql: uuidFloorFunction(schema) },
    granted('begin_append', `${s}.begin_append()`, beginAppendFunction(schema)),
    granted('record_events', `${s}.record_events(${s}.events[], uuid[], timestamptz)`, recordEventsFunction(schema)),
    granted('append', appendSignature(schema), appendFunction(schema)),
    granted('cover_log', coverSignature(schema), coverFunction(schema, shape.partitioned)),
    ...(shape.partitioned ? partitions : []),
    { name: 'remove_month', sql: removal.join('\n') },
  ];
}

/** Tables and functions at once, for tests that use a log without a migrator. */
export async function installEventLog(knex: Knex, options: EventLogOptions): Promise<void> {
  await eventLogMigration(options).up(knex);
  for (const { sql } of eventLogFunctions(options)) await knex.raw(sql);
}

function upStatements({ schema, appRole, retentionRole, ...shape }: EventLogOptions): string[] {
  const s = identifier(schema);
  return [
    `create schema if not exists ${s}`,
    logMetaTable(s, shape.quiet ?? []),
    streamsTable(s),
    eventsTable(schema, shape),
    commandsTable(s),
    appendOnlyTrigger(schema),
    ...(appRole === undefined ? [] : [appGrants(s, identifier(appRole))]),
    ...(retentionRole === undefined ? [] : [retentionGrants(s, identifier(retentionRole))]),
  ];
}
