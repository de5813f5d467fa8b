import type { Knex } from 'knex';

/**
 * Which keys exist, never the keys: `epoch` names the erasable keys' files, `keycheck` holds a constant sealed under each
 * version of the key-encryption key (and under the pepper's root), so that a wrong key is noticed before it is used.
 *
 * The two checks are guards of commands (`{e}` and `{v}` per row). They are volatile so that each call sees what was
 * committed before the command got its shared lock, however it is called.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists secrets;

    create table secrets.epoch (
      e int primary key check (e > 0),
      key_id text not null unique check (key_id ~ '^[0-9a-z]{26}$'),
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
      state text not null check (state in ('current', 'accepted', 'destroyed')),
      kek_box bytea not null,
      root_box bytea not null,
      created_at timestamptz not null default clock_timestamp(),
      destroyed_at timestamptz
    );
    create unique index keycheck_one_current on secrets.keycheck (state) where state = 'current';

    create function secrets.check_epoch_current(rows jsonb) returns setof int
    language sql volatile as $$
      select (r.value ->> 'ord')::int
      from jsonb_array_elements(rows) r
      join secrets.epoch on epoch.e = (r.value ->> 'e')::int and epoch.state = 'current'
    $$;

    create function secrets.check_kek_accepted(rows jsonb) returns setof int
    language sql volatile as $$
      select (r.value ->> 'ord')::int
      from jsonb_array_elements(rows) r
      join secrets.keycheck on keycheck.v = (r.value ->> 'v')::int and keycheck.state in ('current', 'accepted')
    $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function secrets.check_kek_accepted(jsonb);
    drop function secrets.check_epoch_current(jsonb);
    drop table secrets.keycheck;
    drop table secrets.epoch;
  `);
}
