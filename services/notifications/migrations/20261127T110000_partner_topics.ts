import { ensureRole } from '@onceover/postgres-kit/migrate';
import type { Knex } from 'knex';

/**
 * Which partners get their events on a topic of Kafka as well, and how far each topic is filled. A process of its own fills them, with a
 * role that reads what partners get and nothing else. What partners were given at the brokers outlives topic and account, until it is
 * taken there.
 *
 * Source  events 9
 */
export async function up(knex: Knex): Promise<void> {
  await ensureRole(knex, 'onceover_partner_egress');
  await knex.raw(`
    create table notifications.partner_topic (
      partner_ref uuid primary key references notifications.partner on delete cascade,
      types text[],                             -- as in the catalogue; null: all
      published bigint not null,                -- events up to this position are on the topic
      made timestamptz not null default clock_timestamp()
    ) with (fillfactor = 70);

    create table notifications.partner_access (
      partner_ref uuid primary key,             -- also of a partner that is gone
      given timestamptz not null default clock_timestamp()
    );

    grant select, insert, update, delete on notifications.partner_topic, notifications.partner_access to onceover_notifications;

    grant usage on schema notifications to onceover_partner_egress;
    grant select on notifications.partner, notifications.partner_event, notifications.partner_topic to onceover_partner_egress;
    grant update (published) on notifications.partner_topic to onceover_partner_egress;
  `);
}
