import { OutageError } from '@onceover/service-kit/errors';
import pg from 'pg';
import { metaField } from '../commands/stored-meta.ts';
import { TooMuchToSearch } from '../errors.ts';
import type { CountSteps, EventConditions, LogSearch } from '../history/log-history.ts';
import type { Position } from '../types.ts';
import { EVENT_LEAF } from './event-text.ts';
import { fromPosition } from './position.ts';
import { EVENT_COLUMNS } from './rows.ts';
import { identifier } from './sql/identifiers.ts';
import { isCovering } from './sql/quiet.ts';

/** A text with a `?` for each of its values. */
export type Piece = readonly [text: string, ...values: unknown[]];

/** The statement of a search. There are as many as combinations of conditions, so that each uses the index it has. */
export function searchPieces(schema: string, { conditions, order, most }: LogSearch): Piece[] {
  const direction = order === 'newest' ? 'desc' : 'asc';
  return [
    [`select ${EVENT_COLUMNS}, encode(${EVENT_LEAF}, 'hex') as leaf from`],
    ...found(schema, conditions),
    [`order by e.gen ${direction}, e.xid ${direction}, e.pos ${direction} limit ?`, most],
  ];
}

export function countPieces(schema: string, conditions: EventConditions, { from, seconds }: CountSteps): Piece[] {
  const first = Math.floor(from.getTime() / 1_000 / seconds);
  return [
    [
      `select (floor(extract(epoch from e.occurred_at) / ?) - ?)::int as step, e.type, count(*)::int as count from`,
      seconds,
      first,
    ],
    ...found(schema, conditions),
    ['group by 1, 2 order by 1, 2'],
  ];
}

/** One statement of pieces, and its values. */
export function statementOf(pieces: readonly Piece[]): { readonly text: string; readonly values: unknown[] } {
  let count = 0;
  return {
    text: pieces.map(([piece]) => piece.replaceAll('?', () => `$${++count}`)).join('\n'),
    values: pieces.flatMap(([, ...each]) => each),
  };
}

const CANCELED = '57014';

/** What the failure of a search means: it was cut off because it took longer than a statement may, or an outage. */
export function searchFailure(error: unknown): unknown {
  const cause = error instanceof OutageError ? error.cause : undefined;
  return cause instanceof pg.DatabaseError && cause.code === CANCELED ? new TooMuchToSearch() : error;
}

/** What few rows fit is found by its own index and then sorted; otherwise the planner might walk through all of the log. */
function found(schema: string, conditions: EventConditions): Piece[] {
  const events = `${identifier(schema)}.events e`;
  const [isFew, where] = [conditions.streams ?? conditions.correlationId, wherePieces(conditions)];
  return isFew === undefined
    ? [[`${events} where`], ...where]
    : [[`(select * from ${events} where`], ...where, ['offset 0) e']];
}

function wherePieces(conditions: EventConditions): Piece[] {
  const { isUnowned, from, to, types, streams, after, upTo } = conditions;
  const { actorKind, actorRef, correlationId, networkTag, eventId } = conditions;
  const pieces: (Piece | false | undefined)[] = [
    [`not (${isCovering('e')})`],
    isUnowned && ['and e.tenant_ref is null'],
    from && ['and e.occurred_at >= ?::timestamptz', from],
    to && ['and e.occurred_at < ?::timestamptz', to],
    types && ['and e.type = any (?::text[])', types],
    streams && ['and e.stream_id = any (?::uuid[])', streams],
    actorKind !== undefined && [`and ${metaField('actorKind')} = ?`, actorKind],
    actorRef !== undefined && [`and ${metaField('actorRef')} = ?`, actorRef],
    correlationId !== undefined && [`and ${metaField('correlationId')} = ?`, correlationId],
    networkTag !== undefined && [`and ${metaField('networkTag')} = ?`, networkTag],
    eventId !== undefined && ['and e.event_id = ?::uuid', eventId],
    after && beyond('>', after),
    upTo && beyond('<=', upTo),
  ];
  return pieces.filter((piece) => typeof piece === 'object');
}

function beyond(compare: '>' | '<=', position: Position): Piece {
  const { gen, xid, pos } = fromPosition(position);
  return [`and (e.gen, e.xid, e.pos) ${compare} (?::smallint, ?::text::xid8, ?::bigint)`, gen, xid, pos];
}
