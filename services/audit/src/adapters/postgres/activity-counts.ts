import { identifier, metaField } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { catalog, meaningOf, typesWhere } from '@onceover/schema/events/catalog';
import { type CountedName, countedNames } from '@onceover/schema/events/meaning';
import type pg from 'pg';
import { openedWithinSeconds } from '../../use-cases/overview/activity.ts';
import type { ActivityBook, StepName } from '../../use-cases/overview/colonel-overview.ts';
import type { PulseBook, RecentEvent } from '../../use-cases/overview/colonel-pulse.ts';

/** The five minutes that an event belongs to. */
export const SLOT = `date_bin('5 minutes', e.occurred_at, 'epoch')`;

const listed = (types: readonly string[]) => types.map((type) => `'${type}'`).join(', ');
const byAge = listed(typesWhere(({ counts }) => counts?.byAge === true));
const wrongPassphrases = listed(typesWhere(({ counts }) => counts?.as === 'wrongPassphrases'));

/**
 * How old a secret was when it was opened: its stream's id tells when it was created, so nothing is looked up. Of other types
 * 0 is what counts, and 1 what does not, because a field has another value.
 */
export const AGE = `case when e.type in (${byAge}) then coalesce(width_bucket(
  extract(epoch from e.occurred_at - uuid_extract_timestamp(e.stream_id)), array[${openedWithinSeconds.join()}]::numeric[]),
  ${openedWithinSeconds.length})
  ${catalog
    .flatMap(({ type, counts }) => (counts?.onlyWhere === undefined ? [] : [{ type, ...counts.onlyWhere }]))
    .map(({ type, field, is }) => `when e.type = '${type}' and e.data->>'${field}' is distinct from '${is}' then 1`)
    .join(' ')} else 0 end::smallint`;

const IS_COUNTED = `(c.type in (${byAge}) or c.age = 0)`;

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
    select c.age, sum(c.count)::int as count from audit.activity_counts c
      where c.at >= $1 and c.type in (${byAge}) group by c.age`,
};

const RATE = {
  name: 'events per minute',
  text: `
    select coalesce(sum(c.count) / (extract(epoch from clock_timestamp() - t.since) / 60), 0)::float8 as rate
      from lateral (select date_bin('5 minutes', clock_timestamp() - interval '5 minutes', 'epoch') as since offset 0) t
      left join audit.activity_counts c on c.at >= t.since group by t.since`,
};

const tailOf = (logs: readonly string[]) => ({
  name: 'newest events',
  text: logs
    .map(
      (log) => `
        (select e.event_id as id, e.occurred_at as at, '${log}' as log, e.type as action,
          right(e.stream_id::text, 8) as target, coalesce(${metaField('surface')}, '') as surface
        from ${identifier(log)}.events e order by e.gen desc, e.xid desc, e.pos desc limit $1)`,
    )
    .join(' union all ')
    .concat(' order by at desc limit $1'),
});

const types = typesWhere(({ counts }) => counts !== null);

interface CountRow {
  readonly type: string;
  readonly count: number;
}

/** Counts that blocks have left; reading them never reads a log. `logs` are those whose newest events the tail has. */
export function createPostgresActivityBook(pool: pg.Pool, logs: readonly string[]): ActivityBook & PulseBook {
  const newest = tailOf(logs);
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
    tail: (count) => queryRows<RecentEvent & pg.QueryResultRow>(pool, newest, [count]),
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

/**
 * Counts anew what the log of a service still has of the days that somebody can ask for, up to its last block; later events
 * are counted by the blocks that will cover them. Blocks that are being added meanwhile wait. Returns how many events counted.
 */
export async function recountActivity(client: pg.ClientBase, log: string): Promise<number> {
  await client.query('begin');
  try {
    await client.query('lock table audit.activity_counts in exclusive mode');
    await client.query('delete from audit.activity_counts where log = $1', [log]);
    const { rows } = await client.query<{ events: number }>(recountSql(identifier(log)), [log]);
    await client.query('commit');
    return rows[0]?.events ?? 0;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const recountSql = (log: string) => `
  with last as (
    select string_to_array(b.to_position, ':') as place from audit.blocks b
    where b.log = $1 order by b.number desc limit 1),
  counted as (
    insert into audit.activity_counts (at, log, type, age, count)
    select ${SLOT}, $1, e.type, ${AGE}, count(*) from ${log}.events e, last l
    where (e.gen, e.xid, e.pos) <= (l.place[1]::smallint, l.place[2]::numeric::text::xid8, l.place[3]::bigint)
      and e.occurred_at > clock_timestamp() - interval '32 days'
    group by 1, 3, 4 returning count)
  select coalesce(sum(c.count), 0)::int as events from counted c`;

const PURGED_AT_ONCE = 1_000;

const PURGE = {
  text: `
    delete from audit.activity_counts c where (c.at, c.log, c.type, c.age) in (
      select o.at, o.log, o.type, o.age from audit.activity_counts o
      where o.at <= clock_timestamp() - interval '32 days' limit ${PURGED_AT_ONCE}) returning 1`,
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
  const [row] = await queryRows<{ version: string }>(
    pool,
    { text: "select current_setting('server_version') as version" },
    [],
  );
  return row?.version ?? '';
}
