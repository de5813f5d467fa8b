import type { Knex } from 'knex';

/**
 * Emails with a share link. `delivery` says what became of each, in the order of the recipients; `delivery_envelope` holds
 * what the email needs, sealed to the notifications service, until it was sent, the secret ended or the time was over.
 * No address is here but in an envelope. `mail_reservation` has a row for each email that was requested, counted within a
 * sliding window; its subject is a keyed hash of an account or an address.
 *
 * `incoming` holds the ticket numbers of secrets for the support desk; `inbox` is a keyed hash of the desk's address.
 *
 * Source  events reference 6.4
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table secrets.delivery (
      delivery_id uuid primary key,
      lookup bytea not null,
      place smallint not null,
      status text not null default 'queued'
        check (status in ('queued', 'sent', 'failed', 'suppressed', 'bounced')),
      at timestamptz not null,
      version int not null default 0    -- of the stream of that outcome, so that an event which comes again changes nothing
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

    create table secrets.mail_reservation (
      reservation_id uuid not null,
      subject bytea not null,
      at timestamptz not null
    );
    create index mail_reservation_subject on secrets.mail_reservation (subject, at);
    create index mail_reservation_id on secrets.mail_reservation (reservation_id);
    -- for the purge alone; another tree on the time would be a choice for the counts, which must go by subject
    create index mail_reservation_at on secrets.mail_reservation using brin (at);

    create table secrets.incoming (
      incoming_id uuid primary key,
      lookup bytea not null unique,
      inbox bytea not null,
      ticket_number text not null,
      submitted timestamptz not null
    );
    create index incoming_inbox on secrets.incoming (inbox, submitted desc);

    grant select, insert, update, delete on secrets.delivery, secrets.delivery_envelope to onceover_secrets;
    grant select, insert, delete on secrets.mail_reservation, secrets.incoming to onceover_secrets;
  `);
}
