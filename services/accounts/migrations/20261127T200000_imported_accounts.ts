import type { Knex } from 'knex';

/**
 * What an account keeps of the server that it was imported from: the hash of its password, sealed, until the first sign-in
 * here, and the name of the TXT record by which a domain of it is proven.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts.account add column foreign_password bytea;
    create index account_foreign_password on accounts.account (account_ref) where foreign_password is not null;
    alter table accounts.domain add column kept_txt_host text;
  `);
}
