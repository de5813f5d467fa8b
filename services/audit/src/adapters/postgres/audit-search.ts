import { fromPosition, identifier, metaField, type Position } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { typesWhere } from '@onceover/schema/events/catalog';
import { OutageError } from '@onceover/service-kit/errors';
import pg from 'pg';
import type { UnownedEntry } from '../../use-cases/trail/recorded-entry.ts';
import type { NewestEntries } from '../../use-cases/trail/search/chain-status.ts';
import {
  type StepCount,
  type Steps,
  TooMuchToSearch,
  type TrailConditions,
  type TrailOrder,
  type TrailPlace,
  type TrailSearch,
  type Wanted,
} from '../../use-cases/trail/search/trail-search.ts';
import { POSITION_TEXT } from './audit-blocks.ts';
import { ENTRY_TEXT, type EntryRow, instant, readEntryRow } from './entry-text.ts';
import { EVENT_TEXT } from './event-text.ts';

/** The types that say that something did not happen. */
const failed = typesWhere(({ audit }) => audit?.outcome === 'failed');

/** A text with a `?` for each of its values. */
type Piece = readonly [text: string, ...values: unknown[]];

/** How the conditions are said of a table. */
interface Columns {
  readonly at: string;
  readonly actorRef: string;
  readonly actorKind: string;
  readonly action: string;
  readonly target: string;
  readonly request: string;
  readonly network: string;
}

const ofEntry: Columns = {
  at: 'e.at',
  actorRef: 'e.actor_ref',
  actorKind: 'e.actor_kind',
  action: 'e.action',
  target: 'e.target_ref',
  request: 'e.request',
  network: 'e.network_tag',
};
const ofEvent: Columns = {
  at: 'e.occurred_at',
  actorRef: `${metaField('actorRef')}::uuid`,
  actorKind: metaField('actorKind'),
  action: 'e.type',
  target: 'e.stream_id',
  request: metaField('correlationId'),
  network: metaField('networkTag'),
};

/** What is called a reason in entries, and how often it happened, by the same rules. */
const WORD = `'^[A-Za-z0-9_.-]{1,64}$'`;
const EVENT = (
  log: string,
) => `e.event_id as "eventId", ${instant('e.occurred_at')} as at, '${log}' as log, ${POSITION_TEXT} as position,
  e.type as action, coalesce(substring(e.data->>'reasonCode' from ${WORD}), substring(e.data->>'reason' from ${WORD})) as reason,
  case when jsonb_typeof(e.data->'count') = 'number' then (e.data->>'count')::int else 1 end as occasions,
  ${metaField('actorKind')} as "actorKind", ${metaField('actorRef')} as "actorRef", e.stream_id as "targetRef", null as "tenantRef",
  ${metaField('correlationId')} as request, ${metaField('surface')} as surface, ${metaField('networkTag')} as "networkTag",
  null as kind, null as seq, null as month, null as "prevHash",
  sha256('\\x00'::bytea || convert_to(${EVENT_TEXT}, 'UTF8')) as hash`;

/**
 * A block has been made after everything in it, so what lies before a time begins after the last block before it; and ten
 * minutes after a time all that happened before it is in a block, as no transaction lasts so long.
 */
const BOUNDS = {
  name: 'bounds of an audit search',
  text: `
    select
      (select b.to_position from audit.blocks b
       where b.log = $1 and b.at < $2::timestamptz order by b.at desc limit 1) as after,
      (select b.to_position from audit.blocks b
       where b.log = $1 and b.at > $3::timestamptz + interval '10 minutes' order by b.at limit 1) as "upTo"`,
};

const NEWEST = {
  name: 'newest audit entries',
  text: `select ${ENTRY_TEXT} as text from audit.entries e where e.log = $1 order by e.position desc limit $2`,
};

/** The statements are as many as there are combinations of conditions, so that each uses the index it has. */
export function createPostgresTrailSearch(pool: pg.Pool, logs: readonly string[]): TrailSearch & NewestEntries {
  const run = <Row extends pg.QueryResultRow>(pieces: readonly Piece[]) => search<Row>(pool, pieces);
  const boundsOf = async (log: string, { from, to }: TrailConditions): Promise<Piece[]> => {
    if (from === undefined && to === undefined) return [];
    const [row] = await queryRows<{ after: Position | null; upTo: Position | null }>(pool, BOUNDS, [log, from, to]);
    return [...beyond('>', row?.after ?? null), ...beyond('<=', row?.upTo ?? null)];
  };
  return {
    async entries({ conditions, order, most }, place) {
      const { compare, direction } = towards(order, place);
      const further: Piece[] =
        place === null ? [] : [[`(e.at, e.event_id) ${compare} (?::timestamptz, ?::uuid)`, place.at, place.id]];
      const where = [...conditionPieces(conditions, ofEntry), ...further];
      const found = fenced(where, conditions);
      const rows = await run<EntryRow>([
        [`select ${ENTRY_TEXT} as text from`],
        ...found,
        [`order by e.at ${direction}, e.event_id ${direction} limit ?`, most],
      ]);
      return rows.map(readEntryRow);
    },
    async unowned(log, { conditions, order, most }: Wanted, place) {
      const { compare, direction } = towards(order, place);
      const further = beyond(compare, (place?.position ?? null) as Position | null);
      const where = [...unownedPieces(conditions), ...(await boundsOf(log, conditions)), ...further];
      return await run<UnownedEntry & pg.QueryResultRow>([
        [`select ${EVENT(log)} from`],
        ...fenced(where, conditions, `${identifier(log)}.events`),
        [`order by e.gen ${direction}, e.xid ${direction}, e.pos ${direction} limit ?`, most],
      ]);
    },
    async count(conditions, steps) {
      const inLogs = logs.map(async (log): Promise<StepCount[]> => {
        const where = [...unownedPieces(conditions), ...(await boundsOf(log, conditions))];
        return await run(counting(fenced(where, conditions, `${identifier(log)}.events`), ofEvent, steps));
      });
      const inChains = run<StepCount & pg.QueryResultRow>(
        counting(fenced(conditionPieces(conditions, ofEntry), conditions), ofEntry, steps),
      );
      return added((await Promise.all([inChains, ...inLogs])).flat());
    },
    newest: async (log, most) => (await queryRows<EntryRow>(pool, NEWEST, [log, most])).map(readEntryRow),
  };
}

type Compare = '<' | '>' | '<=' | '>=';

function towards(order: TrailOrder, place: TrailPlace | null): { compare: Compare; direction: 'asc' | 'desc' } {
  const compare = order === 'newest' ? '<' : '>';
  return {
    compare: place?.isShown === false ? `${compare}=` : compare,
    direction: order === 'newest' ? 'desc' : 'asc',
  };
}

function conditionPieces(conditions: TrailConditions, columns: Columns): Piece[] {
  const { from, to, actorRef, actorKind, actions, targets, outcome, requestId, networkTag, account, kind } = conditions;
  const pieces: (Piece | undefined)[] = [
    from && [`${columns.at} >= ?::timestamptz`, from],
    to && [`${columns.at} < ?::timestamptz`, to],
    account === undefined ? undefined : ['e.tenant_ref = ?::uuid', account],
    kind && ['e.kind = ?', kind],
    actorRef === undefined ? undefined : [`${columns.actorRef} = ?::uuid`, actorRef],
    actorKind === undefined ? undefined : [`${columns.actorKind} = ?`, actorKind],
    actions && [`${columns.action} = any (?::text[])`, actions],
    targets && [`${columns.target} = any (?::uuid[])`, targets],
    requestId === undefined ? undefined : [`${columns.request} = ?`, requestId],
    networkTag === undefined ? undefined : [`${columns.network} = ?`, networkTag],
    outcome && [`(${columns.action} = any (?::text[])) = ?`, failed, outcome === 'failed'],
  ];
  return pieces.filter((piece) => piece !== undefined);
}

const unownedPieces = (conditions: TrailConditions): Piece[] => [
  ['e.tenant_ref is null'],
  ...conditionPieces(conditions, ofEvent),
];

function beyond(compare: Compare, position: Position | null): Piece[] {
  if (position === null) return [];
  const { gen, xid, pos } = fromPosition(position);
  return [[`(e.gen, e.xid, e.pos) ${compare} (?::smallint, ?::text::xid8, ?::bigint)`, gen, xid, pos]];
}

/** What few rows fit is found by its own index and then sorted; otherwise the planner might walk through all of them by time. */
function fenced(where: readonly Piece[], { targets, requestId }: TrailConditions, table = 'audit.entries') {
  const and = where.map(([text, ...values], index): Piece => [`${index === 0 ? 'where' : 'and'} ${text}`, ...values]);
  if (targets === undefined && requestId === undefined) return [[`${table} e`] satisfies Piece, ...and];
  return [[`(select * from ${table} e`] satisfies Piece, ...and, ['offset 0) e'] satisfies Piece];
}

function counting(found: readonly Piece[], columns: Columns, { from, seconds }: Steps): Piece[] {
  const first = Math.floor(from.getTime() / 1_000 / seconds);
  return [
    ['select s.step, count(*)::int as "all", (count(*) filter (where s.failed))::int as failed from (select'],
    [`(floor(extract(epoch from ${columns.at}) / ?) - ?)::int as step,`, seconds, first],
    [`${columns.action} = any (?::text[]) as failed from`, failed],
    ...found,
    [') s group by s.step'],
  ];
}

function added(counts: readonly StepCount[]): StepCount[] {
  const sums = new Map<number, StepCount>();
  for (const { step, all, failed } of counts) {
    const before = sums.get(step) ?? { all: 0, failed: 0 };
    sums.set(step, { step, all: before.all + all, failed: before.failed + failed });
  }
  return [...sums.values()].toSorted((one, other) => one.step - other.step);
}

const CANCELED = '57014';

async function search<Row extends pg.QueryResultRow>(pool: pg.Pool, pieces: readonly Piece[]): Promise<Row[]> {
  let count = 0;
  const text = pieces.map(([piece]) => piece.replaceAll('?', () => `$${++count}`)).join('\n');
  const values = pieces.flatMap(([, ...each]) => each);
  try {
    return await queryRows<Row>(pool, { text }, values);
  } catch (error) {
    const cause = error instanceof OutageError ? error.cause : undefined;
    throw cause instanceof pg.DatabaseError && cause.code === CANCELED ? new TooMuchToSearch() : error;
  }
}
