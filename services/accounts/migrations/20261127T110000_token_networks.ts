import type { Knex } from 'knex';

/**
 * Where an API token was used from on the day of its last use: networks, never addresses, sealed under the key of the account and
 * deleted with the token or the account. In no event and no log.
 *
 * Source  ADR 69
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table accounts.api_token add column last_networks bytea');
}
