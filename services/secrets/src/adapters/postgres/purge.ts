import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import { mailQuotas } from '../../domain/secret/delivery.ts';

const chunk = 1000;

/**
 * Deletes what is past its time: redeliveries, replays, counted attempts, refused openings and emails, sealed emails, counted bytes, and the metadata with
 * its secret and all that belongs to it, which is added to the tally.
 *
 * @NOTE Secrets that have not ended stay, whatever their metadata's time: expiry comes first, so that every stream ends.
 */
const purges: readonly ((windowSeconds: number) => string)[] = [
  () => `delete from secrets.redelivery where (lookup, token_hash) in (
    select lookup, token_hash from secrets.redelivery where until <= (select clock_timestamp()) limit ${chunk}) returning 1`,
  () => `delete from secrets.create_replay where key_hash in (
    select key_hash from secrets.create_replay where until <= (select clock_timestamp()) limit ${chunk}) returning 1`,
  (windowSeconds) => `delete from secrets.attempt where (lookup, network) in (
    select lookup, network from secrets.attempt
    where window_start <= (select clock_timestamp()) - interval '${windowSeconds} s'
      and (locked_until is null or locked_until <= (select clock_timestamp())) limit ${chunk}) returning 1`,
  () => `delete from secrets.refused_opening where ctid = any(array(
    select ctid from secrets.refused_opening where until <= (select clock_timestamp()) limit ${chunk})) returning 1`,
  () => `delete from secrets.delivery_envelope where delivery_id in (
    select delivery_id from secrets.delivery_envelope where expires_at <= (select clock_timestamp()) limit ${chunk})
    returning 1`,
  () => `delete from secrets.live_bytes where ctid = any(array(
    select ctid from secrets.live_bytes where expires_by <= (select clock_timestamp()) limit ${chunk})) returning 1`,
  () => `delete from secrets.mail_reservation where ctid = any(array(
    select ctid from secrets.mail_reservation
    where at <= (select clock_timestamp()) - interval '${mailQuotas.accountWindowSeconds} s' limit ${chunk})) returning 1`,
  () => `with over as (
    select s.lookup, s.secret_id, s.owner_ref, s.kind, s.state from secrets.secret s
    where s.until <= (select clock_timestamp()) and s.state <> 'new' limit ${chunk}
  ), gone_incoming as (
    delete from secrets.incoming i using over where i.lookup = over.lookup
  ), gone_labels as (
    delete from secrets.label l using over where over.owner_ref is not null and l.secret_id = over.secret_id
  ), gone_deliveries as (
    delete from secrets.delivery d using over where d.lookup = over.lookup returning d.status
  ), tallied as (
    update secrets.tally t set
      created = t.created + (select count(*) from over where kind <> 'verification'),
      shared = t.shared + (select count(*) from over where kind <> 'verification' and state = 'received'),
      emails = t.emails + (select count(*) from gone_deliveries where status in ('sent', 'bounced'))
    where exists (select from over)
  )
  delete from secrets.secret s using over where s.lookup = over.lookup returning 1`,
];

/**
 * Deletes in short transactions until nothing is left to delete; returns how many rows went. `windowSeconds` is how long
 * an attempt counts.
 */
export async function purgePastRows(pool: pg.Pool, windowSeconds: number): Promise<number> {
  let purged = 0;
  for (const purge of purges) {
    const text = purge(windowSeconds);
    for (let deleted = chunk; deleted === chunk; purged += deleted) {
      deleted = (await queryRows(pool, { text }, [])).length;
    }
  }
  return purged;
}
