import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';

const ACCOUNTS_AT_ONCE = 200;

/** How many entries of a feed are kept, of all logs together, and how many days. */
export const feedKept = { entries: 1000, days: 7 } as const;

/**
 * Cuts numberings at the entries that `past` names; what is cut is the beginning of a numbering, without holes. One that
 * is being written waits for the next time.
 */
const cutting = (past: string) => `
  with past as materialized (${past}),
  held as materialized (
    select h.account_ref, h.log, p.cut from notifications.account_feed_heads h join past p using (account_ref, log)
      for update of h skip locked
  ), moved as (
    update notifications.account_feed_heads h set cut = greatest(h.cut, k.cut)
      from held k where h.account_ref = k.account_ref and h.log = k.log
  )
  delete from notifications.account_feed f using held k
    where f.account_ref = k.account_ref and f.log = k.log and f.seq <= k.cut
    returning 1`;

const TOO_OLD = cutting(`
  select f.account_ref, f.log, max(f.seq) as cut from notifications.account_feed f
    where f.at <= clock_timestamp() - interval '${feedKept.days} days'
    group by f.account_ref, f.log limit ${ACCOUNTS_AT_ONCE}`);

/** Only of feeds that grew lately: the others were cut then. */
const TOO_MANY = cutting(`
  select r.account_ref, r.log, max(r.seq) as cut
    from (
      select f.account_ref, f.log, f.seq, row_number() over (
          partition by f.account_ref order by f.at desc, f.log, f.seq desc) as nth
        from notifications.account_feed f
        where f.account_ref = any (array(
          select h.account_ref from notifications.account_feed_heads h
            where h.account_ref = any (array(
              select w.account_ref from notifications.account_feed_heads w
                where w.written > clock_timestamp() - interval '1 day'))
            group by h.account_ref having sum(h.seq - h.cut) > ${feedKept.entries} limit ${ACCOUNTS_AT_ONCE}))
    ) r
    where r.nth > ${feedKept.entries}
    group by r.account_ref, r.log`);

/** Secrets for the desk live a week, and what happens to their links afterwards is told too. */
export const notesKeptDays = 30;

const NOTES = `
  delete from notifications.account_feed_secrets s
    where s.at <= clock_timestamp() - interval '${notesKeptDays} days' returning 1`;

/** Deletes what feeds no longer keep; returns how many entries went. */
export async function cutFeeds(pool: pg.Pool): Promise<number> {
  let entries = 0;
  for (const text of [TOO_OLD, TOO_MANY]) entries += (await queryRows(pool, { text })).length;
  await queryRows(pool, { text: NOTES });
  return entries;
}
