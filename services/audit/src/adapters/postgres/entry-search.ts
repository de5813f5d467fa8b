import { type Piece, searchFailure, statementOf } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { NewestEntries } from '../../use-cases/trail/search/chain-status.ts';
import type { ChainPlaces } from '../../use-cases/trail/search/find-covered.ts';
import type { PartCount, TrailSearch } from '../../use-cases/trail/search/trail-search.ts';
import { type TrailConditions, typesOf } from '../../use-cases/trail/trail-conditions.ts';
import { type EntryRow, readEntryRow, SELECT_ENTRIES } from './entry-text.ts';

const NEWEST = {
  name: 'newest audit entries',
  text: `${SELECT_ENTRIES} audit.entries e where e.log = $1 order by e.position desc limit $2`,
};

const AT = {
  name: 'audit entry at a position',
  text: `${SELECT_ENTRIES} audit.entries e where e.log = $1 and e.position = $2 limit 1`,
};

/** Searches the chains. There are as many statements as combinations of conditions, so that each uses the index it has. */
export function createEntrySearch(pool: pg.Pool): Pick<TrailSearch, 'entries' | 'count'> & ChainPlaces & NewestEntries {
  const run = async <Row extends pg.QueryResultRow>(pieces: readonly Piece[]) => {
    const { text, values } = statementOf(pieces);
    return await queryRows<Row>(pool, { text }, values).catch((error: unknown) => {
      throw searchFailure(error);
    });
  };
  return {
    async entries({ conditions, order, most }, place) {
      const [compare, direction] = order === 'newest' ? (['<', 'desc'] as const) : (['>', 'asc'] as const);
      const beyond = place?.isShown === false ? `${compare}=` : compare;
      const further: Piece[] =
        place === null ? [] : [[`and (e.at, e.event_id) ${beyond} (?::timestamptz, ?::uuid)`, place.at, place.id]];
      const rows = await run<EntryRow>([
        [SELECT_ENTRIES],
        ...found(conditions, further),
        [`order by e.at ${direction}, e.event_id ${direction} limit ?`, most],
      ]);
      return rows.map(readEntryRow);
    },
    count: (conditions, { from, seconds }) =>
      run<PartCount & pg.QueryResultRow>([
        [
          `select (floor(extract(epoch from e.at) / ?) - ?)::int as step, e.action as type, count(*)::int as count,
             false as "isUnowned" from`,
          seconds,
          Math.floor(from.getTime() / 1_000 / seconds),
        ],
        ...found(conditions, []),
        ['group by 1, 2'],
      ]),
    entryAt: async (log, position) =>
      (await queryRows<EntryRow>(pool, AT, [log, position])).map(readEntryRow)[0] ?? null,
    newest: async (log, most) => (await queryRows<EntryRow>(pool, NEWEST, [log, most])).map(readEntryRow),
  };
}

/** What few rows fit is found by its own index and then sorted; otherwise the planner might walk through all of them by time. */
function found(conditions: TrailConditions, further: readonly Piece[]): Piece[] {
  const isFew = (conditions.targets ?? conditions.requestId) !== undefined;
  const where: Piece[] = [['where true'], ...entriesWhere(conditions), ...further];
  return isFew ? [['(select * from audit.entries e'], ...where, ['offset 0) e']] : [['audit.entries e'], ...where];
}

/** Conditions on `audit.entries e`, each after an `and`. */
export function entriesWhere(conditions: TrailConditions): Piece[] {
  const { from, to, actorRef, actorKind, targets, requestId, networkTag, account, kind, eventId } = conditions;
  const types = typesOf(conditions);
  const pieces: (Piece | undefined)[] = [
    from && ['and e.at >= ?::timestamptz', from],
    to && ['and e.at < ?::timestamptz', to],
    account === undefined ? undefined : ['and e.tenant_ref = ?::uuid', account],
    kind && ['and e.kind = ?', kind],
    actorRef === undefined ? undefined : ['and e.actor_ref = ?::uuid', actorRef],
    actorKind === undefined ? undefined : ['and e.actor_kind = ?', actorKind],
    types && ['and e.action = any (?::text[])', types],
    targets && ['and e.target_ref = any (?::uuid[])', targets],
    requestId === undefined ? undefined : ['and e.request = ?', requestId],
    networkTag === undefined ? undefined : ['and e.network_tag = ?', networkTag],
    eventId === undefined ? undefined : ['and e.event_id = ?::uuid', eventId],
  ];
  return pieces.filter((piece) => piece !== undefined);
}
