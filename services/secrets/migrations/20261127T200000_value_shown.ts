import type { Knex } from 'knex';

/** When a generated value was shown once more; null where it was not, so that nearly all rows stay as long as they were. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table secrets.secret add column value_shown timestamptz');
}
