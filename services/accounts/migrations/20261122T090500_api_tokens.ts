import type { Knex } from 'knex';

/**
 * API tokens by the SHA-256 of their texts, and counters of bad attempts by HMACs. A revoked token's row is deleted, so the
 * next request finds nothing.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts.api_token (
      token_id uuid primary key,
      account_ref uuid not null references accounts.account on delete cascade,
      token_hash bytea not null unique,
      name text not null,
      is_api boolean not null,          -- the one named "api"
      scopes text[] not null,
      created timestamptz not null,
      expires timestamptz,
      last_used date
    );
    create index api_token_of_account on accounts.api_token (account_ref);
    create unique index api_token_named_api on accounts.api_token (account_ref) where is_api;

    create table accounts.token_attempt (
      key bytea primary key,
      count int not null,
      window_start timestamptz not null
    );
    create index token_attempt_window on accounts.token_attempt (window_start);

    grant select, insert, update, delete on accounts.api_token, accounts.token_attempt to onceover_accounts;
  `);
}
