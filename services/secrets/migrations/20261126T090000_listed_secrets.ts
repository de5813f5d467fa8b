import type { Knex } from 'knex';

/**
 * For the list that colonels see, newest first. Rows are nearly in the order of creation, so a summary per block range is
 * enough and costs a conceal nothing; to make it, the table is read once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index if not exists secret_created on secrets.secret using brin (created)');
}
