import type { Knex } from 'knex';

/** Secrets for the support desk with their ticket numbers. `inbox` is a keyed hash of the desk's address. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table secrets.incoming (
      incoming_id uuid primary key,
      lookup bytea not null unique,
      inbox bytea not null,
      ticket_number text not null,
      submitted timestamptz not null
    );
    create index incoming_inbox on secrets.incoming (inbox, submitted desc);

    create function secrets.write_incoming(rows jsonb) returns void language plpgsql as $$
    begin
      insert into secrets.incoming (incoming_id, lookup, inbox, ticket_number, submitted)
        select r.incoming_id, decode(r.lookup, 'base64'), decode(r.inbox, 'base64'), r.ticket_number, r.submitted
        from jsonb_to_recordset(rows) as r(incoming_id uuid, lookup text, inbox text, ticket_number text,
          submitted timestamptz);
    end $$;

    revoke execute on function secrets.write_incoming(jsonb) from public;
    grant execute on function secrets.write_incoming(jsonb) to onceover_secrets;
    grant select, insert, delete on secrets.incoming to onceover_secrets;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function secrets.write_incoming(jsonb);
    drop table secrets.incoming;
  `);
}
