import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { SealedLabel } from '../../../use-cases/label/label-secret.ts';
import type { RecentSecrets, StoredRecent } from '../../../use-cases/recent/list-recent.ts';
import { type MetadataRow, metadataColumns, noLink, stateNow, toMetadataEntry } from '../vault/secret-row.ts';

type RecentRow = MetadataRow & {
  readonly handle: string;
  readonly ownerKey: Buffer | null;
  readonly sealedLabel: Buffer | null;
};

/**
 * The owner, `received`, `not-received` or null, the last row of the page before (its instant and handle), how many, and
 * the states that are wanted or null.
 */
const recentStatement = {
  name: 'recent secrets',
  text: `
    select page.handle, found.*, (select k.wrapped from secrets.label_key k where k.owner_ref = $1) as "ownerKey",
      (select l.sealed from secrets.label l where l.secret_id = found."secretId") as "sealedLabel"
    from (
      select recent.lookup, recent.created, recent.handle
      from (
        select s.lookup, s.created, s.r as handle, ${stateNow}
        from secrets.secret s
        where s.owner_ref = $1 and s.kind <> 'verification'
          and s.created > (select clock_timestamp() - interval '30 days')
        order by s.created desc
        limit 1000
      ) recent
      where recent.handle is not null
        and ($2::text is null or ($2 = 'received') = (recent.state in ('received', 'burned')))
        and ($6::text[] is null or recent.state = any ($6))
        and ($3::timestamptz is null or recent.created < $3 or (recent.created = $3 and recent.handle < $4))
      order by recent.created desc, recent.handle desc
      limit $5
    ) page
    cross join lateral (
      select ${metadataColumns}, ${noLink} from secrets.secret s where s.lookup = page.lookup offset 0
    ) found
    order by page.created desc, page.handle desc`,
};

/** The owner, and ids of secrets. They are found by their ids: an owner may have very many others. */
const findStatement = {
  name: 'own secrets',
  text: `
    select s.r as handle, ${metadataColumns}, ${noLink},
      (select k.wrapped from secrets.label_key k where k.owner_ref = $1) as "ownerKey",
      (select l.sealed from secrets.label l where l.secret_id = s.secret_id) as "sealedLabel"
    from secrets.secret s
    where s.secret_id = any ($2::uuid[]) and s.owner_ref is not null and (s.owner_ref = $1) is true
      and s.kind <> 'verification' and s.r is not null
      and s.created > (select clock_timestamp() - interval '30 days')`,
};

const recentCountStatement = {
  name: 'recent counts',
  text: `
    select count(*) filter (where s.state in ('received', 'burned'))::int as received,
      count(*) filter (where s.state not in ('received', 'burned'))::int as "notReceived"
    from secrets.secret s
    where s.owner_ref = $1 and s.kind <> 'verification'
      and s.created > (select clock_timestamp() - interval '30 days')`,
};

/** Owners' lists in PostgreSQL, by the index of owner and creation. */
export function createPostgresRecentSecrets(pool: pg.Pool): RecentSecrets {
  return {
    async page({ ownerRef, status, states, after, limit }) {
      const at = after === null ? null : new Date(after.at);
      const values = [ownerRef, status, at, after?.id ?? null, limit, states];
      const rows = await queryRows<RecentRow>(pool, recentStatement, values);
      return rows.map(toStoredRecent);
    },
    find: async (ownerRef, secretIds) =>
      (await queryRows<RecentRow>(pool, findStatement, [ownerRef, secretIds])).map(toStoredRecent),
    async count(ownerRef) {
      type Counts = Awaited<ReturnType<RecentSecrets['count']>>;
      const [counts] = await queryRows<Counts>(pool, recentCountStatement, [ownerRef]);
      return counts ?? { received: 0, notReceived: 0 };
    },
  };
}

function toStoredRecent(row: RecentRow): StoredRecent {
  return { ownerHandle: row.handle, entry: toMetadataEntry(row), label: labelOf(row) };
}

function labelOf({ ownerKey, sealedLabel }: RecentRow): SealedLabel | null {
  return ownerKey === null || sealedLabel === null ? null : { ownerKey, sealed: sealedLabel };
}
