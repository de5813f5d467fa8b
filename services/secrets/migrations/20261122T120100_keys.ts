import type { Knex } from 'knex';

/**
 * Which keys exist, never the keys: `epoch` names the erasable keys' files and the version of the key-encryption key each
 * was made with; `keycheck` holds a constant sealed under each version (and under the pepper's root), so that a wrong key is
 * noticed before it is used. The service rotates its own epochs and checks its own keys.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table secrets.epoch (
      e int primary key check (e > 0),
      key_id text not null unique check (key_id ~ '^[0-9a-z]{26}$'),
      v int not null check (v > 0),     -- version of the key-encryption key that takes part in its key
      state text not null check (state in ('current', 'retiring', 'destroying', 'destroyed', 'lost')),
      canary bytea not null,
      created_at timestamptz not null default clock_timestamp(),
      retired_at timestamptz,
      destroyed_at timestamptz
    );
    create unique index epoch_one_current on secrets.epoch (state) where state = 'current';
    create index epoch_living on secrets.epoch (e) where state in ('current', 'retiring', 'destroying');

    create table secrets.keycheck (
      v int primary key check (v > 0),
      state text not null check (state in ('accepted', 'destroying', 'destroyed', 'lost')),
      kek_box bytea not null,
      root_box bytea not null,
      created_at timestamptz not null default clock_timestamp(),
      destroyed_at timestamptz
    );

    grant select, insert, update on secrets.epoch, secrets.keycheck to onceover_secrets;
  `);
}
