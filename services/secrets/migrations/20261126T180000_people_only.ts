import type { Knex } from 'knex';

/** Whether programs may open a secret; null where its creator did not say otherwise, so that most rows stay as long as they were. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table secrets.secret add column people_only boolean');
}
