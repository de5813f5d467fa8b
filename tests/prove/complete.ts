import type { PostgresAddress } from '@onceover/postgres-server';
import { meaningOf } from '@onceover/schema/events/catalog';
import { logNames } from '@onceover/schema/events/logs';
import pg from 'pg';

/** What the logs say that accounts have been through, and what feed and trail say of it. */
export interface Told {
  /** By account and log: the events that belong there, in the order of the log. */
  readonly feed: Compared;
  /** By account, log and kind of record. */
  readonly trail: Compared;
}

interface Lists {
  readonly expected: readonly string[];
  readonly told: readonly string[];
  /** The numbers of what is told. */
  readonly numbers: readonly number[];
}
type Compared = ReadonlyMap<string, Lists>;

interface EventRow {
  readonly log: string;
  readonly account: string;
  readonly id: string;
  readonly type: string;
  readonly isVerification: boolean;
}

interface ToldRow {
  readonly place: string;
  readonly id: string;
  readonly seq: number;
}

/** A secret that only verifies an account is in no feed. */
const EVENTS = (log: string) => `
  with verifying as materialized (
    select v.stream_id::text as id from secrets.events v
      where v.type = 'secret.created' and v.tenant_ref is not null and v.data->>'kind' = 'verification')
  select '${log}' as log, e.tenant_ref::text as account, e.event_id::text as id, e.type,
      e.stream_id::text in (select id from verifying) or coalesce(e.data->>'secretId' in (select id from verifying), false)
        as "isVerification"
    from ${log}.events e where e.tenant_ref is not null order by e.gen, e.xid, e.pos`;
const FEED = `select account_ref || ' ' || log as place, event_id::text as id, seq::int from notifications.account_feed
  order by account_ref, log, seq`;
const TRAIL = `select tenant_ref || ' ' || log || ' ' || kind as place, event_id::text as id, seq::int from audit.entries
  order by tenant_ref, log, kind, seq`;
/** Where each numbering is: asked often, so that it costs the database nothing. */
const HEADS = `select account_ref || ' ' || log as place, seq::int from notifications.account_feed_heads
  union all select tenant_ref || ' ' || log || ' ' || kind, seq::int from audit.heads`;

/** How many entries there are of what a service makes. */
export function countMade(database: PostgresAddress, service: string): Promise<number> {
  const table = service === 'audit' ? 'audit.heads' : 'notifications.account_feed_heads';
  return onDatabase(database, async (client) => {
    const { rows } = await client.query<{ made: number }>(`select coalesce(sum(seq), 0)::int as made from ${table}`);
    return rows[0]?.made ?? 0;
  });
}

async function onDatabase<R>(database: PostgresAddress, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ ...database, application_name: 'proof' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Reads both in one snapshot. */
export function readTold(database: PostgresAddress): Promise<Told> {
  return onDatabase(database, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const events: EventRow[] = [];
    for (const log of logNames) events.push(...(await client.query<EventRow>(EVENTS(log))).rows);
    const feed = (await client.query<ToldRow>(FEED)).rows;
    const trail = (await client.query<ToldRow>(TRAIL)).rows;
    return { feed: compare(events, feedPlaceOf, feed), trail: compare(events, trailPlaceOf, trail) };
  });
}

function feedPlaceOf({ log, account, type, isVerification }: EventRow): string | null {
  const { feed, readers } = meaningOf(type);
  return feed !== null && readers.includes('owner') && !isVerification ? `${account} ${log}` : null;
}

function trailPlaceOf({ log, account, type }: EventRow): string | null {
  const { audit } = meaningOf(type);
  return audit === null ? null : `${account} ${log} ${audit.kind}`;
}

function compare(
  events: readonly EventRow[],
  placeOf: (event: EventRow) => string | null,
  rows: readonly ToldRow[],
): Compared {
  const expected = Map.groupBy(events, placeOf);
  const told = Map.groupBy(rows, ({ place }) => place);
  const places = [...new Set([...expected.keys(), ...told.keys()])].filter((place) => place !== null);
  return new Map(
    places.map((place) => {
      const there = told.get(place) ?? [];
      const lists = {
        expected: (expected.get(place) ?? []).map(({ id }) => id),
        told: there.map(({ id }) => id),
        numbers: there.map(({ seq }) => seq),
      };
      return [place, lists];
    }),
  );
}

/** What is told must be what happened, each once, in order, numbered without a gap; a feed may have forgotten its beginning. */
function gapsIn({ feed, trail }: Told): readonly string[] {
  return [...gaps('the feed', feed), ...gaps('the trail', trail)];
}

function gaps(what: string, compared: Compared): readonly string[] {
  return [...compared].flatMap(([place, { expected, told, numbers }]) => {
    const last = expected.slice(expected.length - told.length);
    const isSame = told.length <= expected.length && last.every((id, at) => id === told[at]);
    const isDense = numbers.every((number, at) => number === expected.length - told.length + at + 1);
    if (isSame && isDense) return [];
    return [`${what} of ${place} has ${told.length} of ${expected.length} events${isDense ? '' : ', not in a row'}`];
  });
}

/** Throws unless all that has happened until now is told. */
export async function expectComplete(database: PostgresAddress): Promise<void> {
  const gaps = gapsIn(await readTold(database));
  if (gaps.length > 0) throw new Error(gaps.join('; '));
}

/** Throws unless everything that had happened at an earlier reading is told by now. */
export async function expectToldSince({ feed, trail }: Told, database: PostgresAddress): Promise<void> {
  const heads = await onDatabase(database, async (client) => {
    const { rows } = await client.query<{ place: string; seq: number }>(HEADS);
    return new Map(rows.map(({ place, seq }) => [place, seq]));
  });
  const late = [...feed, ...trail].filter(([place, { expected }]) => (heads.get(place) ?? 0) < expected.length);
  if (late.length > 0) throw new Error(`feed or trail lack events: ${late.map(([place]) => place).join(', ')}`);
}
