import type { Knex } from 'knex';

/**
 * What programs of an account learn, in the order in which they are told. An account is a partner from its first question on, and for
 * nobody else a row is written.
 *
 * `partner` says how far the numbering of each has come, and up to where it was cut. `partner_tenant` says whose events it gets: its
 * own, and for the support desk those of the desk. `partner_event` holds each as the partner sees it, without what is internal.
 *
 * Source  events 9
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications.partner (
      partner_ref uuid primary key,             -- the account
      since timestamptz not null,
      asked_on date not null,                   -- the last day on which it asked
      position bigint not null default 0,       -- of its newest event
      cut bigint not null default 0,            -- events up to this one are gone
      check (cut <= position)
    ) with (fillfactor = 80);

    create table notifications.partner_tenant (
      tenant_ref uuid not null,
      partner_ref uuid not null references notifications.partner on delete cascade,
      primary key (tenant_ref, partner_ref)
    );
    create index partner_tenant_partner on notifications.partner_tenant (partner_ref);

    create table notifications.partner_event (
      partner_ref uuid not null references notifications.partner on delete cascade,
      position bigint not null check (position > 0),  -- dense
      tenant_ref uuid not null,
      event_id uuid not null,
      log text not null,                        -- the service that recorded the event
      type text not null,
      subject uuid,
      at timestamptz not null,
      data jsonb not null,                      -- as the partner sees it
      primary key (partner_ref, position),
      unique (partner_ref, event_id)
    );
    create index partner_event_at on notifications.partner_event (at);

    grant select, insert, update, delete on notifications.partner to onceover_notifications;
    grant select, insert, delete on notifications.partner_tenant, notifications.partner_event to onceover_notifications;
  `);
}
