import type { ConsumerPlaces, EventHistory, RecordedEvent } from '@onceover/event-store';
import { type Clock, systemClock } from '@onceover/service-kit/clock';
import type { Logger } from '@onceover/service-kit/logging';
import type pg from 'pg';
import { type ConsumerDefinition, consumerKey, type ReadEvent } from '../consumer.ts';
import type { ConsumerStore, ConsumerUnit } from '../stores/consumer-store.ts';
import { createPostgresConsumerStore } from '../stores/postgres-consumer-store.ts';

/** What the tools need from a service: its consumers, their tables, and the logs they read. */
export interface ToolParts {
  readonly definitions: readonly ConsumerDefinition[];
  readonly store: ConsumerStore;
  readonly history: EventHistory;
  readonly places: ConsumerPlaces;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly read?: ReadEvent;
}

export interface EventToolsOptions {
  /** Connects as the service's role. */
  readonly pool: pg.Pool;
  readonly schema: string;
  /** Default `<schema>_jobs`. */
  readonly jobs?: string;
  /** The source the service's consumers read. */
  readonly source: { readonly history: EventHistory; readonly places: ConsumerPlaces };
  readonly definitions: readonly ConsumerDefinition[];
  readonly log: Logger;
  readonly read?: ReadEvent;
}

/** The parts of a service as `startConsumers` gets them; nothing is started. */
export function eventTools({ source, definitions, log, read, ...database }: EventToolsOptions): ToolParts {
  const store = createPostgresConsumerStore(database);
  const { history, places } = source;
  return { definitions, store, history, places, log, ...(read === undefined ? {} : { read }) };
}

/** The request cannot be carried out; the message is for the operator. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

/** The consumer with a name (`notifications.feed`) or a key (`notifications.feed@2`). */
export function definitionOf({ definitions }: ToolParts, consumer: string): ConsumerDefinition {
  const found = definitions.find((each) => each.name === consumer || consumerKey(each) === consumer);
  if (found === undefined) throw new ToolRefusal(`there is no consumer ${consumer}`);
  return found;
}

/** Letters of a version that no longer exists are still found by their full key. */
export function keyOf({ definitions }: ToolParts, consumer: string): string {
  const found = definitions.find(({ name }) => name === consumer);
  return found === undefined ? consumer : consumerKey(found);
}

export async function handleIn(
  { log, clock = systemClock, read = (event) => event }: ToolParts,
  { tx, enqueue }: ConsumerUnit,
  definition: ConsumerDefinition,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await definition.handle(events.map(read), { tx, enqueue, now: () => clock.now(), log });
}
