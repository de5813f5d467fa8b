import type { Knex } from 'knex';

/**
 * Marks what was taken over from another server; null for every other row, so that most stay as long as they were. Such a
 * secret was created before its id was made, so it is not found by that time, and an index has it by its id.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table secrets.secret add column imported boolean;
    create index secret_imported on secrets.secret (secret_id) where imported;
  `);
}
