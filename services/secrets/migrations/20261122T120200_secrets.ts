import type { Knex } from 'knex';

/**
 * State of a secret: what decides reveal and burn and what its creator sees, its content (deleted at the end), and the
 * short-lived rows around a reveal. Nothing here can be rebuilt from events.
 *
 * `secret` is one row from conceal to purge, and it is the head of the secret's stream: `version` moves with every event,
 * and there is no row in `streams`. Its end changes no indexed column, so that it touches no index. Only hashes of keys and
 * tokens are stored; `r` is the owner handle, which alone grants nothing.
 *
 * Source  security 3.3
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table secrets.secret (
      lookup bytea primary key,
      secret_id uuid not null,
      version int not null,
      state text not null check (state in ('new', 'received', 'burned', 'expired')),
      short text not null,
      kind text not null,
      owner_ref uuid,
      share_domain_id text,
      share_domain text,
      flags smallint not null,          -- 1 passphrase, 2 verification, 4 truncated, 8 end to end
      kdf smallint not null,
      p smallint not null,              -- pepper version
      attempts smallint not null,
      next_try timestamptz,             -- null: at once
      ttl int not null,
      original_size int not null,
      created timestamptz not null,
      expires timestamptz not null,
      ended_at timestamptz,
      e int not null,                   -- epoch of the shard; minus the epoch for a damaged one
      wshard bytea,                     -- null once it has ended, like the link box
      mlookup bytea not null,
      mshort text not null,
      r text,                           -- owned secrets only
      linkbox bytea,
      recipients_obscured text,
      delivery_confirmed boolean,
      confirmed_at timestamptz,
      until timestamptz not null,       -- the creator may look until then
      check ((state = 'new') = (ended_at is null))
    ) with (fillfactor = 65);
    create unique index secret_metadata on secrets.secret (mlookup);
    create index secret_recents on secrets.secret (owner_ref, created desc) where owner_ref is not null;
    -- nothing else is in it, so that an anonymous conceal pays nothing for it
    create unique index secret_owner_handle on secrets.secret (r) where r is not null;
    -- by the id in events, only where a feed tells of it
    create index secret_told on secrets.secret (secret_id) where owner_ref is not null or kind = 'incoming';
    -- nearly in the order of creation, so a summary per block range is enough and costs a conceal nothing
    create index secret_until on secrets.secret using brin (until);

    -- What is in it has not ended, so this is also where the sweeper looks for what is due.
    create table secrets.secret_content (
      lookup bytea primary key,
      ct bytea not null,
      expires timestamptz not null
    );
    alter table secrets.secret_content alter column ct set storage external;
    create index secret_content_due on secrets.secret_content (expires);
  `);
  await knex.raw(`
    create table secrets.attempt (
      lookup bytea not null,
      network bytea not null,           -- HMAC of the network
      count smallint not null,
      window_start timestamptz not null,
      locked_until timestamptz,
      primary key (lookup, network)
    );
    create index attempt_window on secrets.attempt (window_start);

    -- Refused openings, counted by reason; only for secrets that have any.
    create table secrets.refused_opening (
      secret_id uuid not null,
      reason text not null,
      count int not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      told_at timestamptz not null,     -- when the log was told last
      until timestamptz not null,       -- that of its secret
      primary key (secret_id, reason)
    );
    create index refused_opening_until on secrets.refused_opening using brin (until);

    create table secrets.redelivery (
      lookup bytea not null,
      token_hash bytea not null,
      e int not null,
      rblob bytea not null,
      until timestamptz not null,
      left_count smallint not null,
      primary key (lookup, token_hash)
    );
    create index redelivery_until on secrets.redelivery (until);

    create table secrets.create_replay (
      key_hash bytea primary key,
      lookup bytea not null,
      e int not null,
      sealed bytea not null,
      until timestamptz not null
    );
    create index create_replay_lookup on secrets.create_replay (lookup);
    create index create_replay_until on secrets.create_replay (until);

    -- How much content waits, by a keyed hash of whose it is (a network's changes weekly) and the hour in which it expires.
    -- No row says which secrets it counts.
    create table secrets.live_bytes (
      holder bytea not null,
      expires_by timestamptz not null,
      bytes bigint not null,
      primary key (holder, expires_by)
    );

    -- Owners' private labels, only for secrets that have one, each under the key of its owner, which is wrapped.
    create table secrets.label_key (
      owner_ref uuid primary key,
      wrapped bytea not null
    );
    create table secrets.label (
      secret_id uuid primary key,
      owner_ref uuid not null,
      sealed bytea not null
    );
    create index label_owner on secrets.label (owner_ref);

    -- what the purge removed, for the counts of colonels
    create table secrets.tally (
      one bool primary key default true check (one),
      created bigint not null default 0,
      shared bigint not null default 0,
      emails bigint not null default 0
    );
    insert into secrets.tally default values;

    -- A small copy of what each account may do, kept from the events of accounts. An erased account stays as a row without
    -- limits, so that an older event which comes late brings nothing back.
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

    grant select, update on secrets.tally to onceover_secrets;
    grant select, insert, update on secrets.plan_limit to onceover_secrets;
    grant select, insert, update, delete on
      secrets.secret, secrets.secret_content,
      secrets.attempt, secrets.refused_opening, secrets.redelivery, secrets.create_replay, secrets.live_bytes, secrets.label,
      secrets.label_key
      to onceover_secrets;
  `);
}
