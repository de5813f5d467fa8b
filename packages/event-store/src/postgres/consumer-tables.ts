import type { Knex } from 'knex';
import type { Migration } from './migration.ts';
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
  const s = identifier(schema);
  return {
    async up(knex) {
      await knex.raw(tablesSql(s));
      if (appRole !== undefined) await knex.raw(consumerGrants(s, identifier(appRole)));
      if (retentionRole !== undefined) await knex.raw(retentionReading(s, identifier(retentionRole)));
    },
  };
}

/** The name under which a relay keeps its place. */
export const RELAY = 'relay@1';

/** The schema in which the relay of a log keeps its place, apart from the tables of the service that owns the log. */
export function relaySchemaOf(log: string): string {
  return `${log}_relay`;
}

export interface RelayPlaceOptions {
  /** The schema of the log. */
  readonly log: string;
  /** The role that a relay works as: it reads the log and keeps its place, nothing else. Created if it is missing. */
  readonly role: string;
  /** The role of the log's owner, who tells others how far its log is published. */
  readonly appRole: string;
  /** As for `consumerTablesMigration`. */
  readonly retentionRole?: string;
}

/** Where a relay of a log keeps how far it has got. For a migration of the log's owner. */
export function relayPlaceMigration({ log, role, appRole, retentionRole }: RelayPlaceOptions): Migration {
  const [s, r, owner] = [identifier(relaySchemaOf(log)), identifier(role), identifier(appRole)];
  return {
    async up(knex) {
      await knex.raw(ensureRoleSql(r));
      await knex.raw(`
        create schema ${s};
        ${checkpointsSql(s)}
        grant usage on schema ${s} to ${r}, ${owner};
        grant select, insert, update on ${s}.checkpoints to ${r};
        grant select on ${s}.checkpoints to ${owner};`);
      await grantLogReading(knex, { schema: log, toRoles: [role] });
      if (retentionRole !== undefined) await knex.raw(retentionReading(s, identifier(retentionRole)));
    },
  };
}

/** For tables that were made before consumers could read topics. */
export function bookmarksMigration({ schema }: Pick<ConsumerTablesOptions, 'schema'>): Migration {
  return {
    async up(knex) {
      await knex.raw(`alter table ${identifier(schema)}.checkpoints
        add column if not exists cluster text, add column if not exists topic_offset bigint`);
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
  const [s, roles] = [identifier(schema), toRoles.map(identifier)];
  for (const role of roles) await knex.raw(ensureRoleSql(role));
  await knex.raw(`
    grant usage on schema ${s} to ${roles.join(', ')};
    grant select on ${s}.events, ${s}.log_meta to ${roles.join(', ')};`);
}

/** Takes that away again. */
export async function revokeLogReading(knex: Knex, { schema, toRoles: fromRoles }: LogReading): Promise<void> {
  const [s, roles] = [identifier(schema), fromRoles.map(identifier)];
  for (const role of roles) await knex.raw(ensureRoleSql(role));
  await knex.raw(`
    revoke select on ${s}.events, ${s}.log_meta from ${roles.join(', ')};
    revoke usage on schema ${s} from ${roles.join(', ')};`);
}

/** Services migrate in any order, and roles belong to the whole cluster: another process may be creating it now. */
function ensureRoleSql(role: string): string {
  return `
    do $$ begin
      if to_regrole('${role}') is null then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation then null;
    end $$`;
}

const checkpointsSql = (s: string) => `
    -- how far each consumer has got in each shard of each log, how long its owner's lease lasts, what it halted on, and
    -- where that is in a topic
    create table ${s}.checkpoints (
      consumer text not null,
      source text not null,
      shard int not null default 0,
      position text not null,
      owner text not null,
      epoch bigint not null,
      leased_until timestamptz not null,
      updated_at timestamptz not null default clock_timestamp(),
      halt jsonb,
      cluster text,
      topic_offset bigint,
      primary key (consumer, source, shard)
    ) with (fillfactor = 70);`;

const tablesSql = (s: string) => `
    ${checkpointsSql(s)}

    -- which events a consumer has handled; written together with what handling them changed
    create table ${s}.inbox (
      consumer text not null,
      event_id uuid not null,
      at timestamptz not null default clock_timestamp(),
      primary key (consumer, event_id)
    );
    create index inbox_age on ${s}.inbox (at);

    -- events a consumer could not handle: where they are and why, never what is in them
    create table ${s}.dead_letters (
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

const consumerGrants = (s: string, role: string) => `
    grant usage on schema ${s} to ${role};
    grant select, insert, update on ${s}.checkpoints, ${s}.dead_letters to ${role};
    grant select, insert, delete on ${s}.inbox to ${role};`;

/** Retention of the logs that are listened to asks how far they have been read. */
const retentionReading = (s: string, role: string) => `
    grant usage on schema ${s} to ${role};
    grant select on ${s}.checkpoints to ${role};`;
