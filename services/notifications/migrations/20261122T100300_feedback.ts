import type { Knex } from 'knex';

/** What people said, for 90 days. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications.feedback (
      feedback_id uuid primary key,
      message text not null,
      created timestamptz not null default clock_timestamp()
    );
    create index feedback_created on notifications.feedback (created);
    grant select, insert, delete on notifications.feedback to onceover_notifications;
  `);
}
