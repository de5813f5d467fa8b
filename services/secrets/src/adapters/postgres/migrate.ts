import openKnex, { type Knex } from 'knex';
import type pg from 'pg';
import * as eventLog from '../../../migrations/20261121T160000_event_log.ts';
import * as keyEpochs from '../../../migrations/20261121T160100_key_epochs.ts';
import * as secrets from '../../../migrations/20261121T160200_secrets.ts';
import * as secretFunctions from '../../../migrations/20261121T160300_secret_functions.ts';
import * as passphraseAttempts from '../../../migrations/20261121T160400_passphrase_attempts.ts';
import * as keyGrants from '../../../migrations/20261121T160500_key_grants.ts';

/** The role the service works as. It owns nothing and cannot change or delete an event. */
export const appRole = 'onceover_secrets';

/** In order; named by their files, which are never renamed. Listed, so that a bundle carries them. */
const migrations = {
  '20261121T160000_event_log': eventLog,
  '20261121T160100_key_epochs': keyEpochs,
  '20261121T160200_secrets': secrets,
  '20261121T160300_secret_functions': secretFunctions,
  '20261121T160400_passphrase_attempts': passphraseAttempts,
  '20261121T160500_key_grants': keyGrants,
} as const;
type MigrationName = keyof typeof migrations;

const source: Knex.MigrationSource<MigrationName> = {
  getMigrations: async () => Object.keys(migrations) as MigrationName[],
  getMigrationName: (name) => name,
  getMigration: async (name) => migrations[name],
};

/** Brings schema `secrets` up to date. Several processes may start at once: one works, the others wait for it. */
export async function migrate(database: pg.PoolConfig): Promise<void> {
  const knex = openKnex({ client: 'pg', connection: database as Knex.PgConnectionConfig, pool: { min: 0, max: 2 } });
  try {
    const lock = await knex.client.acquireConnection();
    try {
      await lock.query(`select pg_advisory_lock(hashtextextended('secrets:migrate', 0))`);
      await ensureRole(knex);
      await knex.raw('create schema if not exists secrets');
      await knex.migrate.latest({ migrationSource: source, schemaName: 'secrets', tableName: 'migrations' });
      await lock.query(`select pg_advisory_unlock(hashtextextended('secrets:migrate', 0))`);
    } finally {
      await knex.client.releaseConnection(lock);
    }
  } finally {
    await knex.destroy();
  }
}

/** Roles belong to the whole cluster, so somebody else's database may be making it at this very moment. */
async function ensureRole(knex: Knex): Promise<void> {
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
