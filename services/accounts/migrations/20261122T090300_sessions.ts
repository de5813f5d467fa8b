import type { Knex } from 'knex';

/**
 * Sessions and remembered browsers, found by hashes of what the browser holds; and counters of tries, by HMACs.
 *
 * Source  security 5.1, 5.4
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts.session (
      id_hash bytea primary key,
      account_ref uuid not null references accounts.account on delete cascade,
      is_waiting boolean not null,       -- the second step is missing
      wants_remember_me boolean not null,
      has_second_factor boolean not null,
      proven_at timestamptz,             -- password and second factor, last; null: never
      user_agent text not null,
      family uuid,                       -- of the remember-me it came from or with
      created timestamptz not null,
      last_seen timestamptz not null
    ) with (fillfactor = 80);
    create index session_account on accounts.session (account_ref, created desc);
    create index session_age on accounts.session (created);

    create table accounts.remember_me (
      selector bytea primary key,
      validator_hash bytea not null,
      family uuid not null,
      account_ref uuid not null references accounts.account on delete cascade,
      has_second_factor boolean not null,
      began timestamptz not null,        -- the family
      issued timestamptz not null,
      used_at timestamptz,
      is_forked boolean not null default false
    );
    create index remember_me_family on accounts.remember_me (family);
    create index remember_me_account on accounts.remember_me (account_ref);
    create index remember_me_age on accounts.remember_me (began);

    create table accounts.known_device (
      account_ref uuid not null references accounts.account on delete cascade,
      device bytea not null,             -- HMAC
      primary key (account_ref, device)
    );
    -- browsers that signed in to an account before, by the hash of a mark that only they hold
    create table accounts.device_mark (
      mark_hash bytea primary key,
      account_ref uuid not null references accounts.account on delete cascade,
      issued timestamptz not null
    );
    create index device_mark_account on accounts.device_mark (account_ref, issued desc);
    create index device_mark_age on accounts.device_mark (issued);

    -- counters of tries, under HMACs: who tried, and where, is not stored
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

    grant select, insert, update, delete on
      accounts.session, accounts.remember_me, accounts.known_device, accounts.device_mark, accounts.attempt,
      accounts.sign_in_failure
      to onceover_accounts;
  `);
}
