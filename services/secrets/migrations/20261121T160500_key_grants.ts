import type { Knex } from 'knex';

/** The service rotates its own epochs and checks its own keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    grant select, insert, update on secrets.epoch, secrets.keycheck to onceover_secrets;
    revoke execute on function secrets.check_epoch_current(jsonb) from public;
    grant execute on function secrets.check_epoch_current(jsonb) to onceover_secrets;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('revoke all on secrets.epoch, secrets.keycheck from onceover_secrets');
}
