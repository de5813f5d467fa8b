import { identifier } from './identifiers.ts';

/** How far each consumer has got in each shard of each log, how long its owner's lease lasts, and what it halted on. */
export function checkpointsTable(schema: string): string {
  return `
    create table ${identifier(schema)}.checkpoints (
      consumer text not null,
      source text not null,
      shard int not null default 0,
      position text not null,
      owner text not null,
      epoch bigint not null,
      leased_until timestamptz not null,
      updated_at timestamptz not null default clock_timestamp(),
      halt jsonb,
      primary key (consumer, source, shard)
    ) with (fillfactor = 70);`;
}

/** Which events a consumer has handled; written together with what handling them changed. */
export function inboxTable(schema: string): string {
  const s = identifier(schema);
  return `
    create table ${s}.inbox (
      consumer text not null,
      event_id uuid not null,
      at timestamptz not null default clock_timestamp(),
      primary key (consumer, event_id)
    );
    create index inbox_age on ${s}.inbox (at);`;
}

/** Events a consumer could not handle: where they are and why, never what is in them. */
export function deadLettersTable(schema: string): string {
  return `
    create table ${identifier(schema)}.dead_letters (
      consumer text not null,
      event_id uuid not null,
      source text not null,
      position text not null,
      type text not null,
      error text not null,
      attempts int not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      state text not null check (state in ('parked', 'retried', 'discarded')),
      primary key (consumer, event_id)
    );`;
}

export function consumerGrants(schema: string, appRole: string): string {
  const s = identifier(schema);
  const role = identifier(appRole);
  return `
    grant usage on schema ${s} to ${role};
    grant select, insert, update on ${s}.checkpoints, ${s}.dead_letters to ${role};
    grant select, insert, delete on ${s}.inbox to ${role};`;
}

/** Retention of the logs that are listened to asks how far they have been read. */
export function retentionReading(schema: string, retentionRole: string): string {
  const s = identifier(schema);
  const role = identifier(retentionRole);
  return `
    grant usage on schema ${s} to ${role};
    grant select on ${s}.checkpoints to ${role};`;
}

/** Other services may read the log; the rest of the schema stays closed to them. */
export function readingGrants(schema: string, roles: readonly string[]): string {
  const s = identifier(schema);
  const names = roles.map(identifier).join(', ');
  return `
    grant usage on schema ${s} to ${names};
    grant select on ${s}.events, ${s}.log_meta to ${names};`;
}
