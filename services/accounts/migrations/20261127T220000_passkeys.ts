import type { Knex } from 'knex';

/**
 * Passkeys: of each its public key and what browsers know it by. Its name is sealed under the key of its account, and goes with it.
 * Challenges wait here for one answer, under hashes.
 *
 * Source  ADR 75
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts.passkey (
      passkey_id uuid primary key,
      account_ref uuid not null references accounts.account on delete cascade,
      credential_id bytea not null unique,
      public_key bytea not null,         -- COSE
      transports text[] not null,
      is_backed_up boolean not null,
      is_added_with_code boolean not null, -- of the two-step sign-in that is on
      sign_count bigint not null,        -- as its last answer said; 0: it does not count
      name text not null,                -- sealed
      created timestamptz not null,
      last_used timestamptz              -- null: never
    ) with (fillfactor = 80);
    create index passkey_of_account on accounts.passkey (account_ref, created desc);

    create table accounts.passkey_challenge (
      challenge_hash bytea primary key,
      purpose text not null,             -- what an answer to it may do
      bound_to bytea not null,           -- hash of the session, or of the mark of a browser without one
      until timestamptz not null
    );
    create index passkey_challenge_age on accounts.passkey_challenge (until);

    grant select, insert, update, delete on accounts.passkey, accounts.passkey_challenge to onceover_accounts;
  `);
}
