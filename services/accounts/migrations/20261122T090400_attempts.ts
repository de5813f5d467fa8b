import type { Knex } from 'knex';

/**
 * Counters of tries, under HMACs: who tried, and where, is not stored.
 *
 * Source  security 5.4
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts.attempt (
      key bytea primary key,
      count int not null,
      window_start timestamptz not null,
      locked_until timestamptz not null default '-infinity',
      until timestamptz not null
    ) with (fillfactor = 80);
    create index attempt_age on accounts.attempt (until);

    -- wrong passwords per address, whether or not it has an account, so that both cost the same
    create table accounts.sign_in_failure (
      email_hash bytea primary key,
      streak int not null,               -- since the last success
      count int not null,                -- since the last report
      window_start timestamptz not null,
      last_at timestamptz not null,
      is_reset_sent boolean not null default false
    ) with (fillfactor = 80);

    grant select, insert, update, delete on accounts.attempt, accounts.sign_in_failure to onceover_accounts;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table accounts.sign_in_failure, accounts.attempt');
}
