import type { Knex } from 'knex';

/**
 * A small copy of what each account may do, kept from the events of accounts. An erased account stays as a row without
 * limits, so that an older event which comes late brings nothing back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table secrets.plan_limit (
      account_ref uuid primary key,
      version int not null,             -- of the account's stream
      is_erased boolean not null default false,
      max_characters int,
      max_ttl int,
      max_recipients int,
      mails_per_day int,
      check (is_erased or (max_characters is not null and max_ttl is not null and max_recipients is not null
        and mails_per_day is not null))
    );
    grant select, insert, update on secrets.plan_limit to onceover_secrets;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table secrets.plan_limit');
}
