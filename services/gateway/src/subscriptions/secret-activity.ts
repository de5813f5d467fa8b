import { feedBell } from '@onceover/schema/events/bells';
import type { Bells } from '@onceover/service-kit/bells';
import { type ArgumentNode, type FieldNode, Kind, parseType, type VariableDefinitionNode } from 'graphql';
import { wakes } from '../bells/wakes.ts';
import type { AskedField, LiveField, LiveQuestion } from './live-field.ts';
import { customerOnly, feedsOf } from './may-listen.ts';

export interface SecretActivityParts {
  readonly bells: Bells;
  /** The support desk's address; null: there is none. */
  readonly desk: string | null;
  readonly everyMs?: number;
}

/** Items that are asked for at once. */
const PAGE = 20;
/** The variable for the place in the feed, and the alias of an item's own place; no client's names begin like them. */
const PLACE = 'onceover_place';

type Item = Readonly<Record<string, unknown>>;

interface Page {
  readonly items: readonly Item[];
  readonly head: string;
}

/**
 * `secretActivity(after)`: the caller's feed, item by item, from the place that was seen last; without one, what happened in
 * the last minute comes first. The feed rings when it has grown; the table says what came, so that a lost ring costs a wait
 * and never an item. A client that reads slowly is read for slowly: it falls behind in the feed, and whoever falls out of it
 * gets RESYNC_REQUIRED. An outage is waited out.
 *
 * Refuses  NOT_AUTHORIZED for visitors and when a session ends, RESYNC_REQUIRED for a place that the feed no longer has
 * Source   events 8.4
 */
export function secretActivity({ bells, desk, ...pace }: SecretActivityParts): LiveField {
  return {
    asQuery: pageOf,
    async *answers({ args, caller, ask, signal }) {
      const topics = feedsOf(customerOnly(caller()), desk).map(feedBell);
      let place = typeof args.after === 'string' ? args.after : null;
      for await (const _ of wakes(bells, topics, { signal, ...pace })) {
        for (;;) {
          customerOnly(caller());
          const page = await readPage(ask, place);
          if (page === null) break;
          const { name, items, head } = page;
          place = head;
          for (const { [PLACE]: seen, ...item } of items) {
            yield { data: { [name]: item } };
            place = String(seen);
          }
          if (items.length < PAGE || signal.aborted) break;
        }
      }
    },
  };
}

/** `secretActivity { … }` asks `activity(after, first) { items { … } head }`. */
function pageOf(field: FieldNode): AskedField {
  const items = named('items', {
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: [
        { ...named('seq'), alias: { kind: Kind.NAME, value: PLACE } },
        ...(field.selectionSet?.selections ?? []),
      ],
    },
  });
  return {
    field: {
      ...named('activity', {
        arguments: [
          argument('after', placeVariable.variable),
          argument('first', { kind: Kind.INT, value: String(PAGE) }),
        ],
        selectionSet: { kind: Kind.SELECTION_SET, selections: [items, named('head')] },
      }),
      alias: field.alias ?? field.name,
    },
    variables: [placeVariable],
  };
}

const placeVariable: VariableDefinitionNode = {
  kind: Kind.VARIABLE_DEFINITION,
  variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: PLACE } },
  type: parseType('ID'),
};

function named(value: string, more: Partial<FieldNode> = {}): FieldNode {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value }, ...more };
}

function argument(value: string, given: ArgumentNode['value']): ArgumentNode {
  return { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value }, value: given };
}

/** The next items, under the client's own name for the field; null: not now. Throws what ends the stream. */
async function readPage(ask: LiveQuestion['ask'], place: string | null): Promise<(Page & { name: string }) | null> {
  const { data, errors = [] } = await ask({ [PLACE]: place });
  const [ending] = errors.filter(({ extensions }) => extensions.code !== 'UNAVAILABLE');
  if (ending !== undefined) throw ending;
  const [found] = Object.entries((data ?? {}) as Readonly<Record<string, Page | null>>);
  // A part that is unavailable would be told as if it were not there.
  if (errors.length > 0 || !found?.[1]) return null;
  return { name: found[0], ...found[1] };
}
