import { logs } from '@onceover/schema/events/logs';
import type pg from 'pg';
import { CHUNK, inChunks } from './in-chunks.ts';
import { PARTNER_DAYS } from './partner-events.ts';

const kept = `interval '${logs.notifications.retentionDays} days'`;

/**
 * Ended emails and feedback are kept as long as their events; suppressed addresses until their day; what became of webhooks as
 * long as the events that they carried. */
const purges: readonly string[] = [
  `delete from notifications.mail m where m.delivery_id = any (array(
    select e.delivery_id from notifications.mail e
    where e.ended <= clock_timestamp() - ${kept} limit ${CHUNK})) returning 1`,
  `delete from notifications.feedback f where f.feedback_id = any (array(
    select o.feedback_id from notifications.feedback o
    where o.created <= clock_timestamp() - ${kept} limit ${CHUNK})) returning 1`,
  `delete from notifications.suppressed_address s where s.address_hash = any (array(
    select o.address_hash from notifications.suppressed_address o
    where o.until <= clock_timestamp() limit ${CHUNK})) returning 1`,
  `delete from notifications.webhook_delivery d where d.delivery_id = any (array(
    select o.delivery_id from notifications.webhook_delivery o
    where o.created <= clock_timestamp() - interval '${PARTNER_DAYS} days' limit ${CHUNK})) returning 1`,
  `update notifications.webhook w set old_secret = null, old_secret_until = null
    where w.old_secret_until <= clock_timestamp() returning 1`,
];

/** Deletes in short transactions until nothing is left to delete; returns how many rows went. */
export async function purgePastRows(pool: pg.Pool): Promise<number> {
  let purged = 0;
  for (const text of purges) purged += await inChunks(pool, text);
  return purged;
}
