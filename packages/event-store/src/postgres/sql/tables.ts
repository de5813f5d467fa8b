import { identifier, literal } from './identifiers.ts';

/** One row per log: its generation (a restore into a new cluster starts a new one, events reference 2.4). */
export function logMetaTable(schema: string): string {
  const s = identifier(schema);
  return `
    create table ${s}.log_meta (one bool primary key default true check (one), gen smallint not null default 1);
    insert into ${s}.log_meta default values;`;
}

/** The version of every stream; never partitioned. */
export function streamsTable(schema: string): string {
  return `
    create table ${identifier(schema)}.streams (
      stream_id uuid primary key,
      category text not null,
      version int not null,
      closed_at timestamptz
    ) with (fillfactor = 80);`;
}

/**
 * The log, which is also the outbox. Ordered by (gen, xid, pos), read only below the snapshot horizon.
 * `endings` are the event types that end a stream: it may hold only one of them in all.
 */
export function eventsTable(schema: string, isPartitioned: boolean, endings: readonly string[]): string {
  const s = identifier(schema);
  const oneEnding = `create unique index events_one_ending on ${s}.events (stream_id)
      where type in (${endings.map(literal).join(', ')});`;
  return `
    create table ${s}.events (
      gen smallint not null,
      xid xid8 not null default pg_current_xact_id(),
      pos bigint generated always as identity (cache 1),
      stream_id uuid not null,
      version int not null check (version > 0),
      event_id uuid not null,
      type text not null,
      schema_ver smallint not null default 1,
      category text not null,
      tenant_ref uuid,
      data jsonb not null check (pg_column_size(data) <= 16384), -- as stored, before compression: no text is made of it
      meta jsonb not null,
      occurred_at timestamptz not null default clock_timestamp(),
      primary key (stream_id, version)
    ) ${isPartitioned ? 'partition by range (stream_id)' : ''};
    create index events_order on ${s}.events (gen, xid, pos);
    ${endings.length === 0 ? '' : oneEnding}`;
}

/** What was executed: references only, never keys or content. */
export function commandsTable(schema: string): string {
  return `
    create table ${identifier(schema)}.commands (
      command_id uuid primary key,
      stream_id uuid not null,
      version int not null,
      at timestamptz not null default clock_timestamp()
    );`;
}
