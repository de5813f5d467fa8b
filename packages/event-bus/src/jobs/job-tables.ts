import { identifier, type Migration } from '@onceover/event-store';
import { Logger, runMigrations } from 'graphile-worker';
import type { Knex } from 'knex';
import type pg from 'pg';

export interface JobTablesOptions {
  /** A schema for the jobs alone: `<service's schema>_jobs`. */
  readonly schema: string;
  /** The role the service works as. It must exist. */
  readonly appRole: string;
}

export interface JobTablesMigration extends Migration {
  /** The tables are created in transactions of their own. */
  readonly config: { readonly transaction: false };
}

const SILENT = new Logger(() => () => undefined);

/**
 * The tables of a service's job queue, created by the queue's own migrations, and the rights to use them.
 *
 * Shape    `export const { config, up } = jobTablesMigration(…)`: without `config` it refuses. After an update of
 *          the queue a further migration with the same call brings its tables up to date
 */
export function jobTablesMigration({ schema, appRole }: JobTablesOptions): JobTablesMigration {
  return {
    config: { transaction: false },
    async up(knex) {
      await withClient(knex, async (client) => {
        await runMigrations({ pgPool: poolOf(client), schema, logger: SILENT });
        await client.query(grants(schema, appRole));
      });
    },
  };
}

async function withClient(knex: Knex, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  if (knex.isTransaction === true)
    throw new TypeError('export `config` from the migration as well: it runs in its own transactions');
  const client: pg.PoolClient = await knex.client.acquireConnection();
  try {
    await work(client);
  } finally {
    await knex.client.releaseConnection(client);
  }
}

/** One connection in the shape of a pool, for code that takes one connection at a time. */
function poolOf(client: pg.PoolClient): pg.Pool {
  const lent = new Proxy(client, {
    get: (target, name) => (name === 'release' ? () => undefined : bound(target, name)),
  });
  const listeners = () => [() => undefined];
  return { connect: async () => lent, listeners, options: { max: 10 } } as unknown as pg.Pool;
}

function bound(target: pg.PoolClient, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
}

/** Row security closes the tables to everyone but their owner; a policy opens them to the service's role. */
function grants(schema: string, appRole: string): string {
  const s = identifier(schema);
  const role = identifier(appRole);
  return `
    revoke execute on all functions in schema ${s} from public;
    grant usage on schema ${s} to ${role};
    grant select, insert, update, delete on all tables in schema ${s} to ${role};
    grant execute on all functions in schema ${s} to ${role};
    do $$ declare t record; begin
      for t in select c.oid::regclass as name from pg_class c
        where c.relnamespace = '${s}'::regnamespace and c.relrowsecurity
      loop
        execute format('drop policy if exists worker on %s', t.name);
        execute format('create policy worker on %s to ${role} using (true) with check (true)', t.name);
      end loop;
    end $$;`;
}
