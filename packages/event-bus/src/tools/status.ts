import type { ConsumerPlace } from '@onceover/event-store';
import { type ConsumerDefinition, consumerKey } from '../consumer.ts';
import type { ToolParts } from './parts.ts';

/** How one consumer is doing in one shard of one log, as all processes see it. */
export interface ConsumerStatus {
  /** `consumerKey` of the definition. */
  readonly consumer: string;
  readonly source: string;
  /** Where it stands; a consumer that has never run stands nowhere. */
  readonly place: ConsumerPlace | undefined;
  /** Events it has not handled yet, counted up to 10,000, and the age of the oldest. */
  readonly lag: { readonly events: number; readonly seconds: number };
}

type StatusParts = Pick<ToolParts, 'definitions' | 'places' | 'history' | 'lagBehind'>;

/** Every consumer of a service, with each log it reads. */
export async function consumerStatus(parts: StatusParts) {
  const all: ConsumerStatus[] = [];
  for (const definition of parts.definitions) {
    const places = await parts.places.list(consumerKey(definition));
    for (const source of definition.sources) all.push(...(await statusOf(parts, definition, source, places)));
  }
  return all;
}

async function statusOf(
  { history, lagBehind }: Pick<StatusParts, 'history' | 'lagBehind'>,
  definition: ConsumerDefinition,
  source: string,
  places: readonly ConsumerPlace[],
): Promise<ConsumerStatus[]> {
  const { handles: types, tenantsOnly = false } = definition;
  const filter = { types, tenantsOnly };
  const lagOf = (place: ConsumerPlace | undefined) =>
    lagBehind === undefined
      ? history.lag(source, place?.position ?? history.start, filter)
      : lagBehind(source, place, filter);
  const consumer = consumerKey(definition);
  const here = places.filter((place) => place.source === source);
  if (here.length === 0) return [{ consumer, source, place: undefined, lag: await lagOf(undefined) }];
  return await Promise.all(here.map(async (place) => ({ consumer, source, place, lag: await lagOf(place) })));
}

export function statusLine({ consumer, source, place, lag: { events, seconds } }: ConsumerStatus): string {
  const behind = events === 0 ? 'nothing to do' : `${events} events behind, the oldest ${Math.round(seconds)} s`;
  const shard = place === undefined || place.shard === 0 ? '' : `/${place.shard}`;
  return `${consumer} on ${source}${shard}: ${stateOf(place)}; ${behind}`;
}

function stateOf(place: ConsumerPlace | undefined): string {
  if (place === undefined) return 'has never run';
  const { halt, owner, position } = place;
  if (halt !== undefined) {
    return `halted on ${halt.type} event ${halt.eventId} at ${position} since ${halt.at.toISOString()}: ${halt.error}`;
  }
  return owner === undefined ? `nobody runs it, at ${position}` : `run by ${owner.slice(0, 8)}, at ${position}`;
}
