import { type EventConditions, type LogHistory, type Position, positionBefore } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import type pg from 'pg';
import type { RecentEvent } from '../use-cases/overview/colonel-pulse.ts';
import { unownedEntryOf } from '../use-cases/trail/recorded-entry.ts';
import type { LogPlaces } from '../use-cases/trail/search/find-covered.ts';
import type { TrailOrder, TrailPlace, TrailSearch } from '../use-cases/trail/search/trail-search.ts';
import { type TrailConditions, typesOf } from '../use-cases/trail/trail-conditions.ts';

/** The history of every log, from its owner. */
export type Histories = Readonly<Record<LogName, LogHistory>>;

/**
 * A block was made after everything in it, so what lies before a time begins after the last block before it; and ten
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

interface Bounds {
  readonly after: Position | null;
  readonly upTo: Position | null;
}

/** Searches the logs for what belongs to nobody: their owners do, told where to look by the times of their blocks. */
export function createLogSearch(
  pool: pg.Pool,
  histories: Histories,
): Pick<TrailSearch, 'unowned' | 'count'> & LogPlaces {
  const boundsOf = async (log: LogName, { from, to }: TrailConditions): Promise<Bounds> => {
    if (from === undefined && to === undefined) return { after: null, upTo: null };
    const [row] = await queryRows<Bounds>(pool, BOUNDS, [log, from, to]);
    return row ?? { after: null, upTo: null };
  };
  return {
    async unowned(log, { conditions, order, most }, place) {
      const bounds = within(await boundsOf(log, conditions), order, place);
      const found = await histories[log].search({ conditions: unownedBy(conditions, bounds), order, most });
      return found.map(unownedEntryOf);
    },
    async unownedAt(log, position) {
      const conditions = { isUnowned: true, after: positionBefore(position), upTo: position };
      const [event] = await histories[log].search({ conditions, order: 'newest', most: 1 });
      return event === undefined ? null : unownedEntryOf(event);
    },
    async count(conditions, steps) {
      const inLogs = logNames.map(async (log) =>
        histories[log].count(unownedBy(conditions, await boundsOf(log, conditions)), steps),
      );
      return (await Promise.all(inLogs)).flat().map((found) => ({ ...found, isUnowned: true }));
    },
  };
}

function unownedBy(conditions: TrailConditions, { after, upTo }: Bounds): EventConditions {
  const { from, to, actorRef, actorKind, targets: streams, requestId: correlationId, networkTag, eventId } = conditions;
  const types = typesOf(conditions);
  const said = { from, to, types, streams, actorKind, actorRef, correlationId, networkTag, eventId };
  return { isUnowned: true, ...said, after: after ?? undefined, upTo: upTo ?? undefined };
}

/** The same, beyond a place or from it on. */
function within({ after, upTo }: Bounds, order: TrailOrder, place: TrailPlace | null): Bounds {
  if (place === null) return { after, upTo };
  const position = place.position as Position;
  if (order === 'newest') {
    const end = place.isShown ? positionBefore(position) : position;
    return { after, upTo: upTo === null || end < upTo ? end : upTo };
  }
  const start = place.isShown ? position : positionBefore(position);
  return { after: after === null || start > after ? start : after, upTo };
}

export function createNewestEvents(histories: Histories) {
  return async (most: number): Promise<readonly RecentEvent[]> => {
    const wanted = { conditions: {}, order: 'newest', most } as const;
    const found = await Promise.all(Object.values(histories).map((history) => history.search(wanted)));
    const recent = found
      .flat()
      .map(({ id, occurredAt: at, source: log, type: action, streamId, meta }): RecentEvent => {
        return { id, at, log, action, target: streamId.slice(-8), surface: meta.surface };
      });
    return recent.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, most);
  };
}
