import { identifier, type Position, queryOn, type RecordedEvent } from '@onceover/event-store';
import { type ConsumerDefinition, consumerKey, type LogMonth, monthOf, type Projection } from '../consumer.ts';
import type { ConsumerStore, ConsumerUnit } from '../stores/consumer-store.ts';
import { definitionOf, type RebuildParts, readingIn, type ToolParts, ToolRefusal } from './parts.ts';

/** Tables of this schema are seen by one connection alone and are gone with it: a rebuild that breaks off leaves nothing. */
const WORKSHOP = 'pg_temp';
const PAGE = 2_000;

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
  readonly reached: Map<string, Position>;
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

function standing(
  places: readonly { readonly source: string; readonly position: Position }[],
  { name, sources }: ConsumerDefinition,
): ReadonlyMap<string, Position> {
  const found = new Map(places.map(({ source, position }) => [source, position]));
  if (!sources.every((source) => found.has(source))) {
    throw new ToolRefusal(`${name} has not read all of its logs yet; start the service once, then rebuild`);
  }
  return found;
}

/** Handles what lies before the given places; in a transaction for each page, or in one that is open. */
async function follow(work: Work, places: ReadonlyMap<string, Position>, unit?: ConsumerUnit): Promise<void> {
  for (const source of work.definition.sources) {
    const end = places.get(source);
    if (end !== undefined) await followLog(work, source, end, unit);
  }
}

async function followLog(work: Work, source: string, end: Position, unit?: ConsumerUnit): Promise<void> {
  const { history } = work.parts;
  for (;;) {
    const page = await history.read(source, work.reached.get(source) ?? history.start, PAGE);
    const events = page.filter(({ position }) => position <= end);
    if (unit === undefined) await work.store.transact((own) => handle(work, own, events));
    else await handle(work, unit, events);
    const last = events.at(-1);
    if (last !== undefined) work.reached.set(source, last.position);
    if (events.length < PAGE) return;
  }
}

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
