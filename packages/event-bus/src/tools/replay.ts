import type { Position, RecordedEvent } from '@onceover/event-store';
import { systemClock } from '@onceover/service-kit/clock';
import { type ConsumerDefinition, consumerKey, inboxDays } from '../consumer.ts';
import { definitionOf, handleIn, type ToolParts, ToolRefusal } from './parts.ts';

/** A place in a log: a position, a moment, or its start. */
export type ReplayPoint = Position | Date | 'beginning';

export interface ReplayOptions {
  readonly consumer: string;
  /** A position counts as handled, so the replay begins after it. */
  readonly from: ReplayPoint;
  /** The last position to replay, or a moment; the default is the last event committed now. */
  readonly to?: Exclude<ReplayPoint, 'beginning'>;
  /** One of the consumer's logs; needed for positions if it reads several, because each log has its own. */
  readonly source?: string;
  /** Consumers that park have effects: those for events not handled yet would happen now. */
  readonly allowEffects?: boolean;
  /** Done once nothing refuses the replay, before it begins. */
  readonly first?: () => Promise<void>;
}

const PAGE = 500;

/**
 * Runs a consumer over a range of the log again, without moving its checkpoint.
 *
 * Shape    returns how many events the handler got: all of them if handling converges, else only those the inbox does
 *          not know
 * Refuses  ToolRefusal: no such consumer, it would count events twice, effects not allowed, several logs; what the
 *          handler throws ends it there
 */
export async function replay(parts: ToolParts, options: ReplayOptions): Promise<number> {
  const definition = definitionOf(parts, options.consumer);
  refuseCounting(definition);
  if (definition.onError === 'park' && options.allowEffects !== true) {
    throw new ToolRefusal(`${definition.name} has effects; to replay it, pass --allow-effects`);
  }
  const ranges: Range[] = [];
  for (const source of sourcesOf(definition, options)) {
    const from = await placeOf(parts, source, options.from);
    const to = await placeOf(parts, source, options.to);
    if (from !== undefined && to !== undefined) ranges.push({ source, from, to });
  }
  for (const range of ranges) await refuseForgotten(parts, definition, range);
  await options.first?.();
  let handled = 0;
  for (const range of ranges) handled += await replayLog(parts, definition, range);
  return handled;
}

interface Range {
  readonly source: string;
  readonly from: Position;
  readonly to: Position;
}

/** Only the inbox keeps such a consumer from doing an event twice, and the inbox forgets. */
function refuseCounting({ name, converges = false, onError, projection }: ConsumerDefinition): void {
  if (converges || onError === 'park') return;
  const instead = projection === undefined ? '' : `; run instead: npm run rebuild -- ${name}`;
  throw new ToolRefusal(`${name} would count events twice that it has counted before${instead}`);
}

async function refuseForgotten(parts: ToolParts, definition: ConsumerDefinition, range: Range): Promise<void> {
  const { name, converges = false } = definition;
  if (converges) return;
  const [first] = await parts.history.read(range.source, range.from, 1);
  // A day less than the inbox keeps, because it is purged while the replay runs.
  const known = (parts.clock ?? systemClock).now().getTime() - (inboxDays - 1) * 86_400_000;
  if (first === undefined || first.position > range.to || first.occurredAt.getTime() >= known) return;
  const since = new Date(known).toISOString();
  throw new ToolRefusal(
    `${name} no longer knows which older events it has handled; replay it --from ${since} or later`,
  );
}

async function replayLog(
  parts: ToolParts,
  definition: ConsumerDefinition,
  { source, from, to }: Range,
): Promise<number> {
  let handled = 0;
  for (let after = from; ; ) {
    const page = await parts.history.read(source, after, PAGE);
    const events = page.filter(({ position }) => position <= to);
    handled += await handlePage(parts, definition, events);
    const last = events.at(-1);
    if (events.length < PAGE || last === undefined) return handled;
    after = last.position;
  }
}

async function handlePage(
  parts: ToolParts,
  definition: ConsumerDefinition,
  page: readonly RecordedEvent[],
): Promise<number> {
  const { handles, tenantsOnly = false, converges = false } = definition;
  const events = page.filter(({ type, tenantRef }) => handles.includes(type) && !(tenantsOnly && tenantRef === null));
  return parts.store.transact(async (unit) => {
    const fresh = converges ? undefined : await unit.enter(consumerKey(definition), events);
    const wanted = fresh === undefined ? events : events.filter(({ id }) => fresh.has(id));
    await handleIn(parts, unit, definition, wanted);
    return wanted.length;
  });
}

function sourcesOf({ name, sources }: ConsumerDefinition, { source, from, to }: ReplayOptions): readonly string[] {
  if (source !== undefined) {
    if (!sources.includes(source)) throw new ToolRefusal(`${name} does not read ${source}`);
    return [source];
  }
  const hasPosition = isPosition(from) || isPosition(to);
  if (hasPosition && sources.length > 1) throw new ToolRefusal(`${name} reads several logs; name one with --source`);
  return sources;
}

function isPosition(point: ReplayPoint | undefined): boolean {
  return typeof point === 'string' && point !== 'beginning';
}

/** Undefined if the range is empty: after the last event, or before the first. */
async function placeOf(
  { history }: ToolParts,
  source: string,
  point: ReplayPoint | undefined,
): Promise<Position | undefined> {
  if (point === undefined) return history.last(source);
  if (point === 'beginning') return history.start;
  if (typeof point === 'string') return point;
  return (await history.beforeTime(source, point)) ?? history.last(source);
}
