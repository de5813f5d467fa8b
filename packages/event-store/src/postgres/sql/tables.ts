import { identifier, literal } from './identifiers.ts';
import { isCovering, notQuiet } from './quiet.ts';

export interface LogShape {
  /** By month of the stream id, which must then be a UUIDv7. */
  readonly partitioned: boolean;
  /** Event types that end a stream: a stream holds at most one of them in all. */
  readonly endings?: readonly string[];
  /**
   * Event types that nobody listens for unless somebody owns the event. Reading the others then costs nothing for
   * these; who asks for them all the same gets them, through the index of the whole log.
   */
  readonly quiet?: readonly string[];
}

/**
 * One row per log: its generation (a restore into a new cluster starts a new one, events reference 2.4), its quiet types,
 * for readers to know what the index of the others leaves out, and how far its removed events reached, because the positions
 * of readers outlive them.
 */
export const logMetaTable = (s: string, quietTypes: readonly string[]): string => `
    create table ${s}.log_meta (
      one bool primary key default true check (one),
      gen smallint not null default 1,
      quiet text[] not null,
      removed_gen smallint,  -- how far the events reached that retention has removed
      removed_xid xid8
    );
    insert into ${s}.log_meta (quiet) values (array[${quietTypes.map(literal).join(', ')}]::text[]);`;

/** The version of every stream; never partitioned. */
export const streamsTable = (s: string): string => `
    create table ${s}.streams (
      stream_id uuid primary key,
      category text not null,
      version int not null,
      closed_at timestamptz
    ) with (fillfactor = 80);
    create index streams_closed on ${s}.streams (closed_at) where closed_at is not null;`;

/**
 * The log, which is also the outbox. Ordered by (gen, xid, pos), read only below the snapshot horizon.
 * `endings` are the event types that end a stream: it may hold only one of them in all. Quiet events, of `quiet` types
 * and without an owner, are left out of the index that readers of the others use: these never touch a quiet event. What the
 * log says about itself is quiet as well, and found by an index of its own.
 */
export function eventsTable(schema: string, { partitioned, endings = [], quiet = [] }: LogShape): string {
  const s = identifier(schema);
  const oneEnding = `create unique index events_one_ending on ${s}.events (stream_id)
      where type in (${endings.map(literal).join(', ')});`;
  const notQuietOrder = `create index events_not_quiet on ${s}.events (gen, xid, pos)
      where ${notQuiet(quiet, 'events')};`;
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
    ) ${partitioned ? 'partition by range (stream_id)' : ''};
    create index events_order on ${s}.events (gen, xid, pos);
    ${quiet.length === 0 ? '' : notQuietOrder}
    create index events_covering on ${s}.events (gen, xid, pos) where ${isCovering('events')};
    ${endings.length === 0 ? '' : oneEnding}`;
}

/** Stored events never change: even the table's owner is refused. They go by the month, through `remove_month` alone. */
export function appendOnlyTrigger(schema: string): string {
  const s = identifier(schema);
  return `
    create function ${s}.refuse_event_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('event_log.removing', true) = ${literal(schema)} then
        return old;
      end if;
      raise exception 'events never change: % refused', tg_op using errcode = 'restrict_violation';
    end $$;
    create trigger events_append_only before update or delete on ${s}.events
      for each row execute function ${s}.refuse_event_change();
    create trigger events_no_truncate before truncate on ${s}.events
      for each statement execute function ${s}.refuse_event_change();`;
}

/**
 * What was executed: references only, never keys or content. Rows lie in the order of their age, so that a summary per block
 * range finds the old ones and costs a command nothing.
 */
export const commandsTable = (s: string): string => `
    create table ${s}.commands (
      command_id uuid primary key,
      stream_id uuid not null,
      version int not null,
      at timestamptz not null default clock_timestamp()
    );
    create index commands_age on ${s}.commands using brin (at);`;
