import openKnex, { type Knex } from 'knex';
import type pg from 'pg';
import { changeTables } from './change-tables.ts';
import { isLedByNewer, MadeByAnotherVersion, type SchemaRelease, writeRelease } from './schema-release.ts';
import { applySqlObjects, type SqlObject } from './sql-objects.ts';

/**
 * One schema of one service. Migrations create tables; they are named after their files, are never renamed and run in
 * their order. Objects are functions; each is created again if its text has changed.
 */
export interface SchemaDefinition {
  readonly schema: string;
  /** The role the service works as; created if it is missing. It owns nothing. */
  readonly appRole: string;
  /** The role that removes from its event log what need not be kept; created if it is missing. It owns nothing. */
  readonly retentionRole?: string;
  /** The role that reads the event logs of a database for others; created if it is missing. It owns nothing. */
  readonly readerRole?: string;
  /** Which program this is, and who may run beside it. Default: no version has ever run beside another one. */
  readonly release?: SchemaRelease;
  readonly migrations: Readonly<Record<string, Migration>>;
  readonly objects?: readonly SqlObject[];
}

/** As Knex knows them, which runs each in one transaction unless it says otherwise. */
type Migration = Knex.Migration & { readonly config?: { readonly transaction: boolean } };

export interface MigratingOptions {
  /** How long each migration waits for tables that others use. Default: a minute. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 60_000;

/** Knex would write down in words of its own what is thrown anyway. */
const silent: Knex.Logger = { warn() {}, error() {} };

/**
 * Brings a schema up to date. If several processes start at once, one does the work and the others wait for it. What a newer
 * version made is left as it is, functions included, as long as this one may run beside it: processes of the version before
 * still start while those of the next one replace them, and nobody waits behind a change that waits for a table.
 *
 * Refuses  MadeByAnotherVersion, and changes nothing; TablesInUse, with no change of that migration
 */
export async function migrateSchema(
  database: pg.PoolConfig,
  definition: SchemaDefinition,
  { patienceMs = PATIENCE_MS }: MigratingOptions = {},
): Promise<void> {
  const { schema, release } = definition;
  const knex = openKnex({
    client: 'pg',
    connection: database as Knex.PgConnectionConfig,
    pool: { min: 0, max: 2 },
    log: silent,
  });
  try {
    const lock = await knex.client.acquireConnection();
    try {
      await lock.query(`select pg_advisory_lock(hashtextextended($1, 0))`, [`${schema}:migrate`]);
      const isLed = release !== undefined && (await isLedByNewer(lock, schema, release));
      if (!isLed) await bringUpToDate(knex, lock, definition, patienceMs);
      await lock.query(`select pg_advisory_unlock(hashtextextended($1, 0))`, [`${schema}:migrate`]);
    } finally {
      await knex.client.releaseConnection(lock);
    }
  } finally {
    await knex.destroy();
  }
}

async function bringUpToDate(
  knex: Knex,
  lock: pg.ClientBase,
  definition: SchemaDefinition,
  patienceMs: number,
): Promise<void> {
  const { schema, objects = [], release } = definition;
  await refuseUnknown(knex, definition);
  for (const role of rolesOf(definition)) await ensureRole(knex, role);
  await knex.raw('create schema if not exists ??', [schema]);
  // From here on an older program knows whether it may run.
  if (release !== undefined) await writeRelease(lock, schema, release);
  await knex.migrate.latest({
    migrationSource: sourceOf(definition, patienceMs),
    schemaName: schema,
    tableName: 'migrations',
  });
  await applySqlObjects(lock, schema, objects, release);
}

function rolesOf({ appRole, retentionRole, readerRole }: SchemaDefinition): readonly string[] {
  return [appRole, retentionRole, readerRole].filter((role) => role !== undefined);
}

async function refuseUnknown(knex: Knex, { schema, migrations }: SchemaDefinition): Promise<void> {
  if (!(await knex.schema.withSchema(schema).hasTable('migrations'))) return;
  const names: string[] = await knex.withSchema(schema).table('migrations').pluck('name');
  const unknown = names.find((name) => !(name in migrations));
  if (unknown === undefined) return;
  throw new MadeByAnotherVersion(
    `This data was made by another version: it has the migration ${schema}/${unknown}, which this version does not know. Start with the version that made it, or with a new database (of the default start: a new data directory).`,
  );
}

function sourceOf({ schema, migrations }: SchemaDefinition, patienceMs: number): Knex.MigrationSource<string> {
  return {
    getMigrations: async () => Object.keys(migrations),
    getMigrationName: (name) => name,
    getMigration: async (name) => {
      const migration = migrations[name];
      if (migration === undefined) throw new Error(`there is no migration ${name}`);
      const up = (knex: Knex) =>
        changeTables(knex, async (each) => await migration.up(each), { schema, name, patienceMs });
      const isOneTransaction = migration.config?.transaction !== false;
      // Knex wants a way back as well; a schema only ever goes forward.
      return { ...migration, ...(isOneTransaction && { up }), down: async () => undefined };
    },
  };
}

/** Roles belong to the whole cluster, so a process using another database may be creating it at this very moment. */
export async function ensureRole(knex: Knex, appRole: string): Promise<void> {
  await knex.raw(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${appRole}') then
        create role ${appRole} nologin;
      end if;
    exception when duplicate_object or unique_violation or internal_error then null;
    end $$`);
  await knex.raw(`
    do $$ begin
      -- from PostgreSQL 16 on, whoever creates a role may grant it but not yet become it
      if not pg_has_role(current_user, '${appRole}',
          case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) then
        execute format('grant ${appRole} to %I', current_user);
      end if;
    exception when duplicate_object or unique_violation or internal_error then null;
    end $$`);
}
