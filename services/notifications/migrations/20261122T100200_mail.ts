import type { Knex } from 'knex';

/**
 * Emails on their way, the keys their envelopes are sealed to, and addresses that do not exist.
 *
 * `mail` names no person: whom an email goes to and what it says is in the sealed envelope at its owner's, and here only
 * while it is sent; a keyed hash of the address stays, which only a report that names the same address can meet. `next_try`
 * is the backoff, `overdue_at` the moment at which the email goes back to work if nothing has happened to it: a lease while it
 * is sent, a safety net while it waits for its job.
 *
 * Source  events 8.2
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications.mail (
      delivery_id uuid primary key,
      event_id uuid not null,
      template text not null,
      recipient_slot int not null,
      requested_by text not null check (requested_by in ('secrets', 'accounts')),
      tenant_ref text,                   -- the account it is for or about
      subject_ref text not null,         -- the stream of that event: a secret, an account
      place int not null,                -- its version there
      correlation_id text not null,
      traceparent text,                  -- where the request named one; otherwise that of the correlation id
      in_digest bool not null,           -- waits for others, and leaves with them in one email
      state text not null default 'queued'
        check (state in ('queued', 'sending', 'sent', 'failed', 'suppressed', 'bounced')),
      attempts int not null default 0,
      reason_code text,
      next_try timestamptz not null default clock_timestamp(),
      overdue_at timestamptz not null default clock_timestamp() + interval '60 s',
      created timestamptz not null default clock_timestamp(),
      ended timestamptz,
      round int not null default 0,      -- how often an operator had it sent again after it had failed
      given_up timestamptz,              -- when an operator gave it up, after it had failed
      bounced timestamptz,               -- when it came back, after it was sent
      left_in uuid,                      -- the entry whose id the digest carried that it left in, if that was another
      recipient_hash bytea,              -- to know the recipient again in a bounce report; an HMAC with the delivery id, so that equal ones differ
      unique (event_id, template, recipient_slot),
      check ((ended is null) = (state in ('queued', 'sending'))),
      check ((bounced is not null) = (state = 'bounced'))
    ) with (fillfactor = 80);
    create index mail_overdue on notifications.mail (overdue_at) where state in ('queued', 'sending');
    create index mail_tenant on notifications.mail (tenant_ref) where tenant_ref is not null;
    create index mail_subject on notifications.mail (subject_ref, place);
    create index mail_left_in on notifications.mail (left_in) where left_in is not null;
    create index mail_failed on notifications.mail (ended) where state = 'failed' and given_up is null;
    create index mail_ended on notifications.mail (ended) where ended is not null;

    create table notifications.sealing_key (
      key_id uuid primary key,
      public_key bytea not null,
      wrapped_private bytea not null,
      made timestamptz not null default clock_timestamp(),
      use_until timestamptz not null,
      destroy_at timestamptz not null
    );

    create table notifications.suppressed_address (
      address_hash bytea primary key,
      reason_code text not null,
      until timestamptz not null
    );

    grant select, insert, update, delete on notifications.mail, notifications.suppressed_address
      to onceover_notifications;
    grant select, insert, delete on notifications.sealing_key to onceover_notifications;
  `);
}
