import { LOG_START, type LogHistory, type Position, type Recount } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { meaningOf, typesWhere } from '@onceover/schema/events/catalog';
import { type CountedName, countedNames, openedWithinSeconds } from '@onceover/schema/events/meaning';
import type pg from 'pg';
import type { ActivityBook, StepName } from '../../use-cases/overview/colonel-overview.ts';
import type { ActivityRate } from '../../use-cases/overview/colonel-pulse.ts';

const listed = (types: readonly string[]) => types.map((type) => `'${type}'`).join(', ');
const byAge = listed(typesWhere(({ counts }) => counts?.byAge === true));
const wrongPassphrases = listed(typesWhere(({ counts }) => counts?.as === 'wrongPassphrases'));

/** Ages are buckets that all count; of other types what counts is in bucket 0. Source: schema/events/buckets.ts */
const IS_COUNTED = `(c.type in (${byAge}) or c.bucket = 0)`;

/** Nobody can ask for what is older. */
const AGE_KEPT = '32 days';
const KEPT = `interval '${AGE_KEPT}'`;

const lengths: Readonly<Record<StepName, string>> = { hour: '1 hour', day: '1 day' };

const FIGURES = {
  name: 'activity figures',
  text: `
    select c.type, coalesce(sum(c.count) filter (where c.at >= t.today), 0)::int as today,
        coalesce(sum(c.count) filter (where c.at < t.now - interval '1 day'), 0)::int as before
      from audit.activity_counts c,
        lateral (select clock_timestamp() as now, date_trunc('day', clock_timestamp(), 'UTC') as today offset 0) t
      where c.at >= t.today - interval '1 day' and c.type = any ($1) and ${IS_COUNTED} group by c.type`,
};

const WRONG_PASSPHRASES = {
  name: 'wrong passphrases',
  text: `
    select coalesce(sum(c.count) filter (where c.at > t.now - interval '1 hour'), 0)::int as "lastHour",
        coalesce(sum(c.count) filter (where c.at <= t.now - interval '1 hour'), 0)::int as "hourBefore"
      from audit.activity_counts c, lateral (select clock_timestamp() as now offset 0) t
      where c.at > t.now - interval '2 hours' and c.type in (${wrongPassphrases}) and ${IS_COUNTED}`,
};

const STEPS = {
  name: 'activity steps',
  text: `
    select date_bin($1::interval, c.at, 'epoch') as at, c.type, sum(c.count)::int as count
      from audit.activity_counts c where c.at >= $2 and c.type = any ($3) and ${IS_COUNTED} group by 1, 2`,
};

const AGES = {
  name: 'activity ages',
  text: `
    select c.bucket as age, sum(c.count)::int as count from audit.activity_counts c
      where c.at >= $1 and c.type in (${byAge}) group by c.bucket`,
};

const RATE = {
  name: 'events per minute',
  text: `
    select coalesce(sum(c.count) / (extract(epoch from clock_timestamp() - t.since) / 60), 0)::float8 as rate
      from lateral (select date_bin('5 minutes', clock_timestamp() - interval '5 minutes', 'epoch') as since offset 0) t
      left join audit.activity_counts c on c.at >= t.since group by t.since`,
};

const types = typesWhere(({ counts }) => counts !== null);

interface CountRow {
  readonly type: string;
  readonly count: number;
}

/** Counts that blocks have brought; reading them never reads a log. */
export function createPostgresActivityBook(pool: pg.Pool): ActivityBook & ActivityRate {
  return {
    async figures() {
      const rows = await queryRows<{ type: string; today: number; before: number }>(pool, FIGURES, [types]);
      return { today: tallyOf(rows, 'today'), before: tallyOf(rows, 'before') };
    },
    async wrongPassphrases() {
      const [row] = await queryRows<{ lastHour: number; hourBefore: number }>(pool, WRONG_PASSPHRASES, []);
      return row ?? { lastHour: 0, hourBefore: 0 };
    },
    async steps(step, since) {
      const values = [lengths[step], since, types];
      const rows = await queryRows<CountRow & { at: Date }>(pool, STEPS, values);
      return rows.flatMap(({ at, type, count }) => namesOf(type).map((name) => ({ at, name, count })));
    },
    async ages(since) {
      const rows = await queryRows<{ age: number; count: number }>(pool, AGES, [since]);
      const byAge = new Map(rows.map(({ age, count }) => [age, count]));
      return Array.from({ length: openedWithinSeconds.length + 1 }, (_, age) => byAge.get(age) ?? 0);
    },
    async eventsPerMinute() {
      const [row] = await queryRows<{ rate: number }>(pool, RATE, []);
      return row?.rate ?? 0;
    },
  };
}

type Tallied = 'today' | 'before';

function tallyOf(rows: readonly ({ type: string } & Record<Tallied, number>)[], which: Tallied) {
  const tally = Object.fromEntries(countedNames.map((name) => [name, 0])) as Record<CountedName, number>;
  for (const row of rows) for (const name of namesOf(row.type)) tally[name] += row[which];
  return tally;
}

/** As what events of a type count, if they do. */
function namesOf(type: string): CountedName[] {
  const { counts } = meaningOf(type);
  return counts === null ? [] : [counts.as];
}

const COVERED = `
  select b.to_position as "to" from audit.blocks b
  where b.log = $1 and b.at <= clock_timestamp() - $2::interval order by b.number desc limit 1`;

/** Of one log. What was counted twice of the same five minutes is added up first: a row can be met once in a statement. */
export const ADD_COUNTS = `
  insert into audit.activity_counts as c (at, log, type, bucket, count)
    select r.at, $1, r.type, r.bucket, sum(r.count)
    from jsonb_populate_recordset(null::audit.activity_counts, $2) r
    where r.at > clock_timestamp() - ${KEPT}
    group by r.at, r.type, r.bucket
  on conflict (at, log, type, bucket) do update set count = c.count + excluded.count`;

const RECOUNTED_AT_ONCE = 50_000;

/**
 * Counts anew what a log still has of the days that somebody can ask for, up to its last block; the blocks that follow bring
 * their own counts. They wait for no more than what came while the rest was counted. Returns how many events were counted.
 */
export async function recountActivity(client: pg.ClientBase, log: string, history: LogHistory): Promise<number> {
  const coveredBefore = async (age: string) => {
    const { rows } = await client.query<{ to: Position }>(COVERED, [log, age]);
    return rows[0]?.to ?? LOG_START;
  };
  const counted: Recount[] = [];
  const count = async (after: Position, upTo: Position) => {
    for (let place: Position | null = after; place !== null && place < upTo; ) {
      const page = await history.recount({ after: place, upTo }, RECOUNTED_AT_ONCE);
      counted.push(page);
      place = page.to;
    }
  };
  const [begin, end] = [await coveredBefore(AGE_KEPT), await coveredBefore('0 s')];
  await count(begin, end);
  await client.query('begin');
  try {
    await client.query('lock table audit.activity_counts in exclusive mode');
    await count(end, await coveredBefore('0 s'));
    await client.query('delete from audit.activity_counts c where c.log = $1', [log]);
    await client.query(ADD_COUNTS, [log, JSON.stringify(counted.flatMap(({ counts }) => counts))]);
    await client.query('commit');
    return counted.reduce((sum, { events }) => sum + events, 0);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const PURGED_AT_ONCE = 1_000;

const PURGE = {
  text: `
    delete from audit.activity_counts c where (c.at, c.log, c.type, c.bucket) in (
      select o.at, o.log, o.type, o.bucket from audit.activity_counts o
      where o.at <= clock_timestamp() - ${KEPT} limit ${PURGED_AT_ONCE}) returning 1`,
};

/** Deletes counts that nobody can ask for any more, in short transactions; returns how many went. */
export async function purgeCounts(pool: pg.Pool): Promise<number> {
  let purged = 0;
  for (let deleted = PURGED_AT_ONCE; deleted === PURGED_AT_ONCE; purged += deleted) {
    deleted = (await queryRows(pool, PURGE, [])).length;
  }
  return purged;
}

export async function postgresVersion(pool: pg.Pool): Promise<string> {
  const statement = { text: "select current_setting('server_version') as version" };
  const [row] = await queryRows<{ version: string }>(pool, statement, []);
  return row?.version ?? '';
}
