import type { Knex } from 'knex';

/**
 * What customers did, counted from events. Made by the consumer `accounts.usage` alone, so it can be made again: empty
 * both tables and raise the consumer's version, and it counts from the beginning of the logs.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts.usage (
      account_ref uuid primary key references accounts.account on delete cascade,
      secrets_created int not null default 0,
      secrets_burned int not null default 0,
      secrets_shared int not null default 0,
      emails_sent int not null default 0
    ) with (fillfactor = 70);

    -- secrets that are no doing of their owner, such as those of verification; their ends are not counted either
    create table accounts.usage_uncounted (
      secret_id uuid primary key,
      expires timestamptz not null
    );
    create index usage_uncounted_age on accounts.usage_uncounted (expires);

    grant select, insert, update, delete on accounts.usage, accounts.usage_uncounted to onceover_accounts;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table accounts.usage_uncounted, accounts.usage');
}
