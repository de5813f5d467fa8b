import type { Knex } from 'knex';

/**
 * State of a secret beside its stream: what decides reveal and burn, its content (deleted at the end), what its creator
 * sees, and the short-lived rows around a reveal. Nothing here can be rebuilt from events.
 *
 * Only hashes of keys and tokens are stored; `metadata.r` is the owner handle, which alone grants nothing.
 *
 * Source  security 3.3
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table secrets.secret (
      lookup bytea primary key,
      secret_id uuid not null,
      short text not null,
      kind text not null,
      owner_ref uuid,
      share_domain_id text,
      flags smallint not null,          -- 1 passphrase, 2 verification, 4 truncated, 8 end to end
      kdf smallint not null,
      p smallint not null default 1,    -- pepper version
      state text not null default 'new' check (state in ('new', 'received', 'burned', 'expired')),
      attempts smallint not null default 0,
      next_try timestamptz not null default '-infinity',
      ttl int not null,
      original_size int not null,
      created timestamptz not null,
      expires timestamptz not null,
      ended_at timestamptz,
      check ((state = 'new') = (ended_at is null))
    ) with (fillfactor = 85);
    -- not on the state: reads by key name it, and a plan for an empty table would walk this index instead of the key
    create index secret_due on secrets.secret (expires) where ended_at is null;
    create index secret_recents on secrets.secret (owner_ref, created desc) where owner_ref is not null;

    create table secrets.secret_content (
      lookup bytea primary key,
      ct bytea not null
    );
    alter table secrets.secret_content alter column ct set storage external;
    create table secrets.shard (
      lookup bytea primary key,
      e int not null,
      wshard bytea not null
    );
    create index shard_epoch on secrets.shard (e);

    create table secrets.metadata (
      mlookup bytea primary key,
      mshort text not null,
      r text,                           -- owner handle; owned secrets only
      lookup bytea not null unique,
      secret_id uuid not null,
      linkbox bytea,
      recipients_obscured text,
      share_domain text,
      received_at timestamptz,
      burned_at timestamptz,
      expired_at timestamptz,
      updated timestamptz not null,
      delivery_confirmed boolean,
      until timestamptz not null
    ) with (fillfactor = 85);
    -- nothing else is in it, so that an anonymous conceal pays nothing for it
    create unique index metadata_owner_handle on secrets.metadata (r) where r is not null;
    -- nearly in the order of creation, so a summary per block range is enough and costs a conceal nothing
    create index metadata_until on secrets.metadata using brin (until);
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
    create index redelivery_epoch on secrets.redelivery (e);

    create table secrets.create_replay (
      key_hash bytea primary key,
      lookup bytea not null,
      e int not null,
      sealed bytea not null,
      until timestamptz not null
    );
    create index create_replay_lookup on secrets.create_replay (lookup);
    create index create_replay_until on secrets.create_replay (until);
    create index create_replay_epoch on secrets.create_replay (e);

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
      secrets.secret, secrets.secret_content, secrets.shard, secrets.metadata,
      secrets.attempt, secrets.redelivery, secrets.create_replay
      to onceover_secrets;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table secrets.plan_limit, secrets.tally, secrets.create_replay, secrets.redelivery, secrets.attempt,
      secrets.metadata, secrets.shard, secrets.secret_content, secrets.secret
  `);
}
