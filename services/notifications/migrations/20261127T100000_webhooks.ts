import type { Knex } from 'knex';

/**
 * Addresses to which a partner's events are sent, and what became of each event.
 *
 * A row of `webhook_delivery` is one event on its way to one webhook; whatever is sent again is sent in the same row. `attempts` counts all
 * tries and tells one from the next; `tries` counts those that decide when it is given up. What waits for a webhook that is paused or
 * switched off is due like any other: whoever looks for what is due asks the webhook.
 *
 * Who removes a webhook, or erases an account, waits for no log: what is left is hidden, without its secrets, and deleted bit by bit.
 *
 * Whoever gets what is sent to the support desk gets it without asking now, so it is noted which address the desk had.
 *
 * Source  events 9
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notifications.partner_tenant add column desk bytea;  -- whose the desk was when this was noted, as an HMAC
    alter table notifications.partner add column suspended bool not null default false;  -- its account is disabled
    alter table notifications.partner add column erased bool not null default false;  -- so is its account; the rest follows
    create index partner_erased on notifications.partner (partner_ref) where erased;

    create table notifications.webhook (
      webhook_id uuid primary key,
      partner_ref uuid not null references notifications.partner on delete cascade,
      made_by uuid not null,                    -- the account
      target bytea not null,                    -- address and description, sealed
      types text[],                             -- of the catalogue; null: all
      secret bytea not null,                    -- sealed, as are the next two
      old_secret bytea,
      private_key bytea not null,
      public_key text not null,
      old_secret_until timestamptz,
      state text not null default 'active' check (state in ('active', 'paused', 'gone', 'failing', 'removed')),
      created timestamptz not null,
      failing_since timestamptz,                -- the first try of a row in which nothing arrived
      last_delivered timestamptz,
      check ((old_secret is null) = (old_secret_until is null))
    ) with (fillfactor = 70);
    create index webhook_partner on notifications.webhook (partner_ref);
    create index webhook_removed on notifications.webhook (webhook_id) where state = 'removed';

    create table notifications.webhook_delivery (
      delivery_id uuid primary key,
      webhook_id uuid not null references notifications.webhook on delete cascade,
      position bigint,                          -- of the partner's event; null: a test
      event_id uuid not null,
      type text not null,
      subject uuid,
      state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed', 'skipped')),
      attempts int not null default 0,
      tries int not null default 0,
      next_try timestamptz,
      overdue_at timestamptz,                   -- when whoever sends it must have died
      created timestamptz not null,
      ended timestamptz,
      unique (webhook_id, event_id),
      check ((next_try is not null) = (state = 'waiting')),
      check ((overdue_at is not null) = (state = 'sending'))
    ) with (fillfactor = 70);
    create index webhook_delivery_due on notifications.webhook_delivery (webhook_id, next_try, position)
      where next_try is not null;
    create index webhook_delivery_test on notifications.webhook_delivery (webhook_id, next_try)
      where position is null and next_try is not null;
    create index webhook_delivery_sending on notifications.webhook_delivery (webhook_id, overdue_at) where state = 'sending';
    create index webhook_delivery_log on notifications.webhook_delivery (webhook_id, created, delivery_id);
    create index webhook_delivery_created on notifications.webhook_delivery (created);

    create table notifications.webhook_attempt (
      delivery_id uuid not null references notifications.webhook_delivery on delete cascade,
      attempt int not null,
      at timestamptz not null,
      duration_ms int not null,
      status int,                               -- null: no answer
      problem text,                             -- null: it has arrived
      primary key (delivery_id, attempt)
    );

    grant update (desk) on notifications.partner_tenant to onceover_notifications;
    grant select, insert, update, delete on notifications.webhook, notifications.webhook_delivery to onceover_notifications;
    grant select, insert, delete on notifications.webhook_attempt to onceover_notifications;
  `);
}
