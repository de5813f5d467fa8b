import type { Knex } from 'knex';

/**
 * What happened lately to an account's secrets, emails and domains, by references alone: what live pages follow.
 *
 * `account_feed` has a numbering for each account and log, because there is no order between two logs. The support desk has a
 * feed of its own under its tenant. `account_feed_heads` says how far each numbering has come, and up to where it was cut.
 * `account_feed_secrets` notes secrets that are not shown like others: those that verify an account, and those that a customer
 * sent to the desk, which both of them see. An erased account is noted, so that what is heard of it later adds nothing.
 *
 * Source  events 8.4
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications.account_feed (
      account_ref uuid not null,
      log text not null,                        -- the service that recorded the event
      seq bigint not null check (seq > 0),      -- dense within an account and log
      event_id uuid not null,
      kind text not null,
      secret_ref uuid,
      at timestamptz not null,
      primary key (account_ref, log, seq)
    );
    create index account_feed_at on notifications.account_feed (at);

    create table notifications.account_feed_heads (
      account_ref uuid not null,
      log text not null,
      seq bigint not null,
      cut bigint not null default 0,            -- entries up to this one are gone
      written timestamptz not null,
      primary key (account_ref, log),
      check (cut <= seq)
    ) with (fillfactor = 80);
    create index account_feed_heads_written on notifications.account_feed_heads (written);

    create table notifications.account_feed_secrets (
      secret_ref uuid primary key,
      part text not null check (part in ('verification', 'submission')),
      at timestamptz not null
    );
    create index account_feed_secrets_at on notifications.account_feed_secrets (at);

    create table notifications.account_feed_erased (
      account_ref uuid primary key
    );

    grant select, insert, update, delete on notifications.account_feed_heads to onceover_notifications;
    grant select, insert, delete on notifications.account_feed, notifications.account_feed_secrets,
      notifications.account_feed_erased to onceover_notifications;
  `);
}
