import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import { mailQuotas } from '../../domain/secret/delivery.ts';
import { attemptTiers } from '../../domain/secret/passphrase-attempts.ts';

const chunk = 1000;

const now = '(select clock_timestamp())';

/** Deletes a chunk of the rows of a table that are past their time. */
const past = (table: string, isPast: string) => `delete from secrets.${table} where ctid = any(array(
    select ctid from secrets.${table} where ${isPast} limit ${chunk})) returning 1`;

/**
 * Deletes what is past its time: redeliveries, replays, counted attempts, refused openings and emails, sealed emails, counted
 * bytes, and the metadata with its secret and all that belongs to it, which is added to the tally.
 *
 * @NOTE Secrets that have not ended stay, whatever their metadata's time: expiry comes first, so that every stream ends.
 */
const purges = [
  past('redelivery', `until <= ${now}`),
  past('create_replay', `until <= ${now}`),
  past(
    'attempt',
    `window_start <= ${now} - interval '${attemptTiers.networkWindowSeconds} s' and (locked_until is null or locked_until <= ${now})`,
  ),
  past('refused_opening', `until <= ${now}`),
  past('delivery_envelope', `expires_at <= ${now}`),
  past('live_bytes', `expires_by <= ${now}`),
  past('mail_reservation', `at <= ${now} - interval '${mailQuotas.accountWindowSeconds} s'`),
  `with over as (
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

/** Deletes in short transactions until nothing is left to delete; returns how many rows went. */
export async function purgePastRows(pool: pg.Pool): Promise<number> {
  let purged = 0;
  for (const text of purges) {
    for (let deleted = chunk; deleted === chunk; purged += deleted) {
      deleted = (await queryRows(pool, { text }, [])).length;
    }
  }
  return purged;
}
