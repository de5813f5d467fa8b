import type { Knex } from 'knex';

/**
 * Mails with a share link. `delivery` says what became of each, in the order of the recipients; `delivery_envelope` holds
 * what the mail needs, sealed to the notifications service, until it was sent, the secret ended or the time was over.
 * No address is here but in an envelope.
 *
 * Source  events reference 6.4
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table secrets.delivery (
      delivery_id uuid primary key,
      lookup bytea not null,
      place smallint not null,
      status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'suppressed')),
      at timestamptz not null,
      version int not null default 0    -- of the delivery's stream, so that repeats change nothing
    );
    create index delivery_lookup on secrets.delivery (lookup, place);

    create table secrets.delivery_envelope (
      delivery_id uuid primary key,
      lookup bytea not null,
      sealed bytea not null,
      key_id text not null,
      expires_at timestamptz not null
    );
    create index delivery_envelope_lookup on secrets.delivery_envelope (lookup);
    create index delivery_envelope_expires on secrets.delivery_envelope (expires_at);

    create function secrets.write_delivery(rows jsonb) returns void language plpgsql as $$
    begin
      insert into secrets.delivery (delivery_id, lookup, place, at)
        select r.delivery_id, decode(r.lookup, 'base64'), r.place, r.at
        from jsonb_to_recordset(rows) as r(delivery_id uuid, lookup text, place smallint, at timestamptz);
      insert into secrets.delivery_envelope (delivery_id, lookup, sealed, key_id, expires_at)
        select r.delivery_id, decode(r.lookup, 'base64'), decode(r.sealed, 'base64'), r.key_id, r.expires_at
        from jsonb_to_recordset(rows) as r(delivery_id uuid, lookup text, sealed text, key_id text,
          expires_at timestamptz);
    end $$;

    create function secrets.write_envelope_end(rows jsonb) returns void language plpgsql as $$
    declare
      keys bytea[] := array(select decode(r ->> 'lookup', 'base64') from jsonb_array_elements(rows) r);
    begin
      delete from secrets.delivery_envelope where lookup = any(keys);
    end $$;

    revoke execute on function secrets.write_delivery(jsonb), secrets.write_envelope_end(jsonb) from public;
    grant execute on function secrets.write_delivery(jsonb), secrets.write_envelope_end(jsonb) to onceover_secrets;
    grant select, insert, update, delete on secrets.delivery, secrets.delivery_envelope to onceover_secrets;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function secrets.write_envelope_end(jsonb);
    drop function secrets.write_delivery(jsonb);
    drop table secrets.delivery_envelope, secrets.delivery;
  `);
}
