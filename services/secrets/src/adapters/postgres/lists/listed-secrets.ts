import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import { sizeBucket } from '../../../domain/secret/conceal-secret.ts';
import {
  emailStatuses,
  type ListedFilter,
  type ListedSecret,
  type ListedSecrets,
} from '../../../use-cases/operator/listed-secrets.ts';
import type { PagePosition } from '../../../use-cases/secret/page.ts';
import { flagsOf } from '../../secret-flags.ts';
import {
  burnedByOperator,
  byWhat,
  type CountedTry,
  countedTries,
  type SecretRow,
  secretColumns,
  stateNow,
  toStoredSecret,
} from '../vault/secret-row.ts';

type Wanted = Parameters<ListedSecrets['page']>[0];

type ListedRow = Pick<SecretRow, 'secretId' | 'shortkey' | 'state' | 'flags' | 'ownerRef' | 'originalSize'> &
  Pick<ListedSecret, 'isIncoming' | 'burnedByOperator'> & {
    readonly countedTries: readonly CountedTry[];
    readonly createdAt: Date;
    readonly expiresAt: Date;
    readonly endedAt: Date | null;
    readonly emails: Readonly<Partial<ListedSecret['emails']>> | null;
  };

/**
 * Spans of time, from the newest on, in which a page is looked for, in hours; at the end in all that there is. By the index of
 * creation a span costs what was created in it, and a page of a busy hour does not read a million rows.
 */
const spans = [1, 24, 7 * 24, 30 * 24, null] as const;

/** Secrets for colonels. An owner's are found by their index; a short key has none, and is looked for in all rows. */
export function createPostgresListedSecrets(pool: pg.Pool): ListedSecrets {
  return {
    async page(wanted) {
      const isBySpan = wanted.ownerRef === null && wanted.shortkey === null;
      for (const hours of isBySpan ? spans : [null]) {
        const rows = await pageWithin(pool, wanted, hours);
        if (rows.length === wanted.limit || hours === null) return rows;
      }
      return [];
    },
    async find(secretIds) {
      const rows = await queryRows<SecretRow>(pool, findStatement, [secretIds]);
      return rows.map(toStoredSecret);
    },
  };
}

async function pageWithin(pool: pg.Pool, wanted: Wanted, hours: number | null): Promise<readonly ListedSecret[]> {
  const { state, ownerRef, shortkey, createdFrom, after, limit } = wanted;
  const conditions: string[] = [];
  const values: unknown[] = [limit];
  const value = (given: unknown) => `$${values.push(given)}`;
  if (ownerRef !== null) conditions.push(`s.owner_ref = ${value(ownerRef)}`);
  if (shortkey !== null) conditions.push(shortKeyIs(value(shortkey)));
  if (state !== null) conditions.push(stateIs(state));
  if (createdFrom !== null) conditions.push(`s.created >= ${value(createdFrom)}`);
  if (after !== null) conditions.push(isAfter(after, value));
  if (hours !== null) {
    const newest = after === null ? 'clock_timestamp()' : `${value(new Date(after.at))}::timestamptz`;
    conditions.push(`s.created > (select ${newest} - make_interval(hours => ${value(hours)}))`);
  }
  const rows = await queryRows<ListedRow>(pool, { text: pageText(conditions) }, values);
  return rows.map(toListed);
}

const shortKeyIs = (place: string) => `(s.short = ${place} or s.mshort = ${place})`;

/** A secret past its lifetime is expired, whether or not that was recorded. */
function stateIs(state: NonNullable<ListedFilter['state']>): string {
  if (state === 'new') return `s.state = 'new' and s.expires > clock_timestamp()`;
  if (state === 'expired') return `(s.state = 'expired' or s.state = 'new' and s.expires <= clock_timestamp())`;
  return `s.state = '${state}'`;
}

function isAfter({ at, id }: PagePosition, value: (given: unknown) => string): string {
  const place = value(new Date(at));
  return `s.created <= ${place} and (s.created, s.secret_id) < (${place}, ${value(id)}::uuid)`;
}

const pageText = (conditions: readonly string[]) => `
  select found.*
  from (
    select s.lookup, s.created, s.secret_id from secrets.secret s
    where s.kind <> 'verification' ${conditions.map((each) => `and ${each}`).join(' ')}
    order by s.created desc, s.secret_id desc
    limit $1
  ) page
  cross join lateral (
    select s.secret_id as "secretId", s.short as shortkey, ${stateNow}, s.flags, s.owner_ref as "ownerRef",
      s.kind = 'incoming' as "isIncoming", s.original_size as "originalSize", s.created as "createdAt",
      s.expires as "expiresAt", s.ended_at as "endedAt", ${burnedByOperator} as "burnedByOperator",
      ${countedTries} as "countedTries", (
        select jsonb_object_agg(d.status, d.count) from (
          select status, count(*)::int as count from secrets.delivery where lookup = s.lookup group by status) d
      ) as emails
    from secrets.secret s where s.lookup = page.lookup offset 0
  ) found
  order by page.created desc, page.secret_id desc`;

/**
 * An id begins with the moment when it was made, a moment before its row: so rows that no index has by id are found. What was
 * taken over was created long before its id, and has an index.
 */
const findStatement = {
  name: 'listed secrets',
  text: `
    select ${secretColumns} from secrets.secret s
    where s.kind <> 'verification' and s.lookup in (
      select made.lookup from secrets.secret made
      where made.secret_id = any ($1::uuid[])
        and made.created between (select min(uuid_extract_timestamp(id)) - interval '1 hour' from unnest($1::uuid[]) id)
          and (select max(uuid_extract_timestamp(id)) + interval '1 hour' from unnest($1::uuid[]) id)
      union all
      select taken.lookup from secrets.secret taken where taken.secret_id = any ($1::uuid[]) and taken.imported)
    order by s.created desc, s.secret_id desc`,
};

const noEmails = Object.fromEntries(emailStatuses.map((status) => [status, 0])) as unknown as ListedSecret['emails'];

function toListed(row: ListedRow): ListedSecret {
  const { flags, originalSize, createdAt, expiresAt, endedAt, emails, countedTries: tries, ...shown } = row;
  return {
    ...shown,
    refusedOpenings: byWhat(tries).refusedOpenings,
    hasPassphrase: flagsOf(flags).hasPassphrase,
    size: sizeBucket(originalSize),
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime(),
    endedAt: endedAt?.getTime() ?? null,
    emails: { ...noEmails, ...emails },
  };
}
