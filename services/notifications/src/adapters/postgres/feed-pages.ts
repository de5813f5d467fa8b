import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { FeedEntry, FeedPages, FeedPart } from '../../use-cases/feed/show-activity.ts';

/** Places by their ordinal, and how many entries of each. One statement: heads and entries are of one moment. */
const READ = {
  name: 'read a feed',
  text: `
    select s.ord::int, s.head::float8, s.cut::float8, s.start::float8, f.seq::float8, f.kind, f.secret_ref as "secretRef", f.at
    from (
      select a.ord, a.account_ref, a.log, coalesce(h.seq, 0) as head, coalesce(h.cut, 0) as cut,
          coalesce(a.after, (
            select p.seq from notifications.account_feed p
              where p.account_ref = a.account_ref and p.log = a.log and p.at <= clock_timestamp() - interval '60 s'
              order by p.seq desc limit 1), h.cut, 0) as start
        from unnest($1::uuid[], $2::text[], $3::bigint[]) with ordinality a (account_ref, log, after, ord)
          left join notifications.account_feed_heads h using (account_ref, log)
    ) s
    left join lateral (
      select e.seq, e.kind, e.secret_ref, e.at from notifications.account_feed e
        where e.account_ref = s.account_ref and e.log = s.log and e.seq > s.start order by e.seq limit $4
    ) f on true
    order by s.ord, f.seq`,
};

interface Row extends Omit<FeedEntry, 'seq'> {
  readonly ord: number;
  readonly head: number;
  readonly cut: number;
  readonly start: number;
  readonly seq: number | null;
}

export function createPostgresFeedPages(pool: pg.Pool): FeedPages {
  return {
    async read(places, most) {
      const columns = [
        places.map(({ feedRef }) => feedRef),
        places.map(({ log }) => log),
        places.map(({ after }) => after),
      ];
      const rows = await queryRows<Row>(pool, READ, [...columns, most]);
      const byPlace = Map.groupBy(rows, ({ ord }) => ord);
      return places.map(({ feedRef, log }, index): FeedPart => {
        const found = byPlace.get(index + 1) ?? [];
        const { head = 0, cut = 0, start = 0 } = found[0] ?? {};
        return { feedRef, log, head, cut, start, entries: found.flatMap(entryOf) };
      });
    },
  };
}

function entryOf({ seq, kind, secretRef, at }: Row): readonly FeedEntry[] {
  return seq === null ? [] : [{ seq, kind, secretRef, at }];
}
