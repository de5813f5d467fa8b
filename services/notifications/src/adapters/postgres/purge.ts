import { queryRows } from '@onceover/postgres-kit/database-failure';
import { logs } from '@onceover/schema/events/logs';
import type pg from 'pg';

const chunk = 1000;

const kept = `interval '${logs.notifications.retentionDays} days'`;

/** Ended emails and feedback are kept as long as their events; suppressed addresses until their day. */
const purges: readonly string[] = [
  `delete from notifications.mail m where m.delivery_id = any (array(
    select e.delivery_id from notifications.mail e
    where e.ended <= clock_timestamp() - ${kept} limit ${chunk})) returning 1`,
  `delete from notifications.feedback f where f.feedback_id = any (array(
    select o.feedback_id from notifications.feedback o
    where o.created <= clock_timestamp() - ${kept} limit ${chunk})) returning 1`,
  `delete from notifications.suppressed_address s where s.address_hash = any (array(
    select o.address_hash from notifications.suppressed_address o
    where o.until <= clock_timestamp() limit ${chunk})) returning 1`,
];

/** Deletes in short transactions until nothing is left to delete; returns how many rows went. */
export async function purgePastRows(pool: pg.Pool): Promise<number> {
  let purged = 0;
  for (const text of purges) {
    for (let deleted = chunk; deleted === chunk; purged += deleted) {
      deleted = (await queryRows(pool, { text })).length;
    }
  }
  return purged;
}
