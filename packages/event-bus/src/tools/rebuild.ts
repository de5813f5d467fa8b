import {
  type ConsumerPlace,
  identifier,
  MOST_AT_ONCE,
  type Position,
  queryOn,
  type RecordedEvent,
} from '@onceover/event-store';
import { type ConsumerDefinition, consumerKey, type LogMonth, monthOf, type Projection } from '../consumer.ts';
import type { ConsumerStore, ConsumerUnit } from '../stores/consumer-store.ts';
import { definitionOf, type RebuildParts, readingIn, type ToolParts, ToolRefusal } from './parts.ts';

/** Tables of this schema are seen by one connection alone and are gone with it: a rebuild that breaks off leaves nothing. */
const WORKSHOP = 'pg_temp';

/**
 * Makes a consumer's tables anew from the log, while the consumer runs: does `first` once nothing refuses it, fills new
 * tables up to where the consumer stands, then stops it for the moment in which it catches up and puts them in the
 * place of the old ones. Nobody reads a table that is half full.
 *
 * Shape    returns how many events it was made of; those set aside as dead letters are left out
 * Refuses  ToolRefusal: no such consumer, it is not a projection, it has never run, a dead letter of it was settled
 *          meanwhile; what the handler throws. Nothing has changed then
 * Source   events reference 8.1
 */
export async function rebuild(
  parts: RebuildParts,
  consumer: string,
  first: () => Promise<void> = async () => undefined,
): Promise<number> {
  const definition = definitionOf(parts, consumer);
  const work: Work = {
    parts,
    definition,
    projection: projectionOf(parts, definition),
    store: parts.openSession(),
    aside: await asideOf(parts, definition),
    reached: new Map(),
    months: new Map(),
    handled: 0,
  };
  const places = standing(await parts.places.list(consumerKey(definition)), definition);
  await first();
  await work.store.transact(({ tx }) => makeTables(tx, parts.schema, work.projection));
  await follow(work, places);
  await work.store.transact((unit) => swap(work, unit));
  return work.handled;
}

export function rebuildable({ definitions }: ToolParts): readonly string[] {
  return definitions.filter(({ projection }) => projection !== undefined).map(({ name }) => name);
}

interface Work {
  readonly parts: RebuildParts;
  readonly definition: ConsumerDefinition;
  readonly projection: Projection;
  /** On one connection, which alone sees the new tables. */
  readonly store: ConsumerStore;
  /** Ids of events that the consumer has not handled although it is past them. */
  readonly aside: ReadonlySet<string>;
  /** Up to where the new tables are made, of each log and shard. */
  readonly reached: Map<string, Map<number, Position>>;
  readonly months: Map<string, LogMonth>;
  handled: number;
}

function projectionOf(parts: ToolParts, { name, projection, shards = 1 }: ConsumerDefinition): Projection {
  if (projection === undefined) {
    const others = rebuildable(parts);
    const hint = others.length === 0 ? '' : `; what can be rebuilt here: ${others.join(', ')}`;
    throw new ToolRefusal(`${name} cannot be rebuilt: not everything in its tables comes from events${hint}`);
  }
  if (shards !== 1) throw new ToolRefusal(`${name} runs in ${shards} shards; only a consumer with one can be rebuilt`);
  return projection;
}

async function asideOf({ store }: ToolParts, definition: ConsumerDefinition): Promise<ReadonlySet<string>> {
  const letters = await store.listLetters({ consumer: consumerKey(definition) });
  return new Set(letters.filter(({ state }) => state !== 'retried').map(({ eventId }) => eventId));
}

async function makeTables(tx: ConsumerUnit['tx'], schema: string, { tables }: Projection): Promise<void> {
  for (const table of tables) {
    const [made, like] = [identifier(table), `${identifier(schema)}.${identifier(table)}`];
    await queryOn(tx, `create temporary table ${made} (like ${like} including all)`);
  }
}

/** Where the consumer stands in each log and shard. */
type Standing = ReadonlyMap<string, ReadonlyMap<number, Position>>;

function standing(places: readonly ConsumerPlace[], { name, sources }: ConsumerDefinition): Standing {
  const found = new Map<string, Map<number, Position>>();
  for (const { source, shard, position } of places) {
    found.set(source, (found.get(source) ?? new Map()).set(shard, position));
  }
  if (!sources.every((source) => found.has(source))) {
    throw new ToolRefusal(`${name} has not read all of its logs yet; start the service once, then rebuild`);
  }
  return found;
}

/** Handles what lies before the given places; in a transaction for each page, or in one that is open. */
async function follow(work: Work, places: Standing, unit?: ConsumerUnit): Promise<void> {
  for (const source of work.definition.sources) {
    await followLog(work, source, places.get(source) ?? new Map(), unit);
  }
}

/** A log may be read in shards, each of which has come as far as it has: what a shard has before it is left to the consumer. */
async function followLog(
  work: Work,
  source: string,
  places: ReadonlyMap<number, Position>,
  unit?: ConsumerUnit,
): Promise<void> {
  const { history, shardOf = () => 0 } = work.parts;
  const reached = work.reached.get(source) ?? new Map<number, Position>();
  work.reached.set(source, reached);
  const reachedIn = (shard: number) => reached.get(shard) ?? history.start;
  const moved = [...places].filter(([shard, place]) => place > reachedIn(shard));
  const isDue = (event: RecordedEvent) => {
    const shard = shardOf(source, event);
    return event.position > reachedIn(shard) && event.position <= (places.get(shard) ?? history.start);
  };
  const end = moved.map(([, place]) => place).reduce(later, history.start);
  let after = moved.map(([shard]) => reachedIn(shard)).reduce(earlier, end);
  while (after < end) {
    const page = await history.read(source, after, MOST_AT_ONCE);
    const events = page.filter(isDue);
    if (unit === undefined) await work.store.transact((own) => handle(work, own, events));
    else await handle(work, unit, events);
    after = page.at(-1)?.position ?? end;
  }
  for (const [shard, place] of moved) reached.set(shard, place);
}

const later = (one: Position, other: Position) => (one > other ? one : other);
const earlier = (one: Position, other: Position) => (one < other ? one : other);

async function handle(work: Work, unit: ConsumerUnit, events: readonly RecordedEvent[]): Promise<void> {
  const { parts, definition, projection, aside, months } = work;
  for (const { source, streamId } of events) {
    const month = monthOf(streamId);
    months.set(`${source} ${month}`, { source, month });
  }
  const { handles, tenantsOnly = false } = definition;
  const wanted = events.filter(
    ({ id, type, tenantRef }) => handles.includes(type) && !(tenantsOnly && tenantRef === null) && !aside.has(id),
  );
  if (wanted.length === 0) return;
  const { read, context } = readingIn(parts, unit, definition);
  await projection.handleIn(WORKSHOP, wanted.map(read), context);
  work.handled += wanted.length;
}

/** The tables first, as the consumer itself does: neither can then wait for the other. */
async function swap(work: Work, unit: ConsumerUnit): Promise<void> {
  const { parts, definition, projection } = work;
  const { tx } = unit;
  const tables = projection.tables.map((table) => `${identifier(parts.schema)}.${identifier(table)}`).join(', ');
  await queryOn(tx, `lock table ${tables} in share row exclusive mode`);
  const places = await parts.places.hold(tx, consumerKey(definition));
  await follow(work, standing(places, definition), unit);
  const aside = await asideOf(parts, definition);
  if (aside.symmetricDifference(work.aside).size > 0) {
    throw new ToolRefusal(`a dead letter of ${definition.name} was settled meanwhile; run the rebuild again`);
  }
  await projection.replace(WORKSHOP, [...work.months.values()], tx);
}
