import type { Knex } from 'knex';

/**
 * The state of an account beside its stream. Everything personal is deleted with the account's row; addresses
 * are sealed under the account's own key (`subject_pii`) and found by a keyed hash.
 *
 * Source  security 5, events 6.3
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts.account (
      account_ref uuid primary key,
      email_hash bytea not null unique,  -- HMAC
      plan_id text not null,
      role text not null default 'customer' check (role in ('customer', 'colonel')),
      locale text,                       -- as chosen
      mail_locale text not null,
      is_verified boolean not null default false,
      is_disabled boolean not null default false,
      digest bytea not null,
      salt bytea not null,
      kdf smallint not null default 1,
      pepper smallint not null default 1,
      password_version int not null default 1,
      mark_hash bytea,                   -- of the browser that signed up, until the address is proven
      created timestamptz not null,
      last_sign_in timestamptz
    ) with (fillfactor = 85);
    create index account_unverified on accounts.account (created) where not is_verified;

    create table accounts.subject_pii (
      account_ref uuid primary key references accounts.account on delete cascade,
      wrapped_key bytea not null,
      email bytea not null
    );

    create table accounts.verification (
      secret_id uuid primary key,
      key_hash bytea not null unique,    -- of the link
      account_ref uuid not null references accounts.account on delete cascade,
      until timestamptz not null
    );
    create index verification_account on accounts.verification (account_ref);

    create table accounts.reset_key (
      account_ref uuid primary key references accounts.account on delete cascade,
      key_hash bytea not null unique,
      password_version int not null,
      until timestamptz not null
    );

    create table accounts.two_step (
      account_ref uuid primary key references accounts.account on delete cascade,
      seed bytea not null,               -- sealed
      is_on boolean not null default false,
      last_step bigint not null default 0
    );
    create table accounts.recovery_code (
      account_ref uuid not null references accounts.two_step on delete cascade,
      code_hash bytea not null,
      primary key (account_ref, code_hash)
    );

    create table accounts.delivery_envelope (
      delivery_id uuid primary key,
      account_ref uuid not null references accounts.account on delete cascade,
      sealed bytea not null,
      key_id text not null,
      expires_at timestamptz not null
    );
    create index delivery_envelope_account on accounts.delivery_envelope (account_ref);
    create index delivery_envelope_age on accounts.delivery_envelope (expires_at);

    create table accounts.pending_request (
      request_id uuid primary key,
      sealed bytea not null,
      created timestamptz not null
    );
    -- a database belongs to the keys it was created with
    create table accounts.key_check (one boolean primary key default true check (one), fingerprint bytea not null);

    -- what customers do, counted from events by the consumer accounts.usage alone; by the month in which a stream of a
    -- log began, because a log forgets whole months, and counting anew must leave those alone
    create table accounts.usage (
      account_ref uuid references accounts.account on delete cascade,
      source text not null,
      month date not null,
      secrets_created int not null default 0,
      secrets_burned int not null default 0,
      secrets_shared int not null default 0,
      emails_sent int not null default 0,
      primary key (account_ref, source, month)
    ) with (fillfactor = 70);

    -- secrets that their owner did not make, such as those of verification; their ends are not counted either
    create table accounts.usage_uncounted (
      secret_id uuid primary key,
      expires timestamptz not null
    );
    create index usage_uncounted_age on accounts.usage_uncounted (expires);

    grant select, insert, update, delete on
      accounts.account, accounts.subject_pii, accounts.verification, accounts.reset_key, accounts.two_step,
      accounts.recovery_code, accounts.delivery_envelope, accounts.pending_request,
      accounts.usage, accounts.usage_uncounted
      to onceover_accounts;
    grant select, insert on accounts.key_check to onceover_accounts;
  `);
}
