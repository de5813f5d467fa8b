import type { ConsumerPlaces, ConsumerSource, EventHistory, RecordedEvent } from '@onceover/event-store';
import { type Clock, systemClock } from '@onceover/service-kit/clock';
import { NamedError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import type pg from 'pg';
import { type ConsumerDefinition, consumerKey, contextIn, type HandlerContext, type ReadEvent } from '../consumer.ts';
import type { Doorbell } from '../doorbell.ts';
import type { ConsumerStore, ConsumerUnit } from '../stores/consumer-store.ts';
import {
  type BeginTransaction,
  createPostgresConsumerStore,
  type PostgresConsumerStoreOptions,
} from '../stores/postgres-consumer-store.ts';

/** What the tools need from a service: its consumers, their tables, and the logs they read. */
export interface ToolParts {
  readonly definitions: readonly ConsumerDefinition[];
  readonly store: ConsumerStore;
  readonly history: EventHistory;
  readonly places: ConsumerPlaces;
  /** Default: what the log has behind a place. */
  readonly lagBehind?: ConsumerSource['lagBehind'] | undefined;
  /** Default: a log is read in one shard. */
  readonly shardOf?: ConsumerSource['shardOf'] | undefined;
  /** Newest first. */
  readonly givenUp?: (() => Promise<readonly GivenUp[]>) | undefined;
  /** The store, each of whose transactions begins by recording what an operator does; absent where nothing is recorded. */
  readonly recording?: ((doing: OperatorDoing) => ConsumerStore) | undefined;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly read?: ReadEvent | undefined;
  /** Called after a commit in which something changed for somebody. */
  readonly onHandled?: Doorbell['ringHandled'] | undefined;
}

/** What an operator does about an event or a consumer, by words of ours. */
export type OperatorDoing = {
  /** The event's id, or the consumer's name. */
  readonly targetRef: string;
  readonly reasonCode: string;
} & (
  | { readonly action: 'event_retried' | 'event_discarded' | 'event_skipped'; readonly targetKind: 'event' }
  | { readonly action: 'events_replayed' | 'projection_rebuilt'; readonly targetKind: 'consumer' }
);

/** Work that a consumer's event led to and that was tried as often as it is tried, such as a parcel nobody took. */
export interface GivenUp {
  /** Name of the consumer that asked for it. */
  readonly consumer: string;
  readonly id: string;
  /** What kind of work, and for what: `parcel return`. */
  readonly work: string;
  readonly attempts: number;
  readonly at: Date;
  /** A word of ours, never an address or what somebody else said. */
  readonly reason: string;
}

/** What making a consumer's tables anew needs beside that. */
export interface RebuildParts extends ToolParts {
  /** The schema of the consumers' tables. */
  readonly schema: string;
  /** The store on one connection of its own, for what only one connection can see. */
  openSession(): ConsumerStore;
}

export interface EventToolsOptions
  extends Pick<ToolParts, 'definitions' | 'log' | 'read' | 'onHandled' | 'givenUp'>,
    Pick<PostgresConsumerStoreOptions, 'pool' | 'schema'> {
  /** A pool of one connection, as the service's role. */
  openSession(): pg.Pool;
  /** The source the service's consumers read. */
  readonly source: Pick<ToolParts, 'history' | 'places' | 'lagBehind' | 'shardOf'>;
  /** Begins a transaction by recording what an operator does. */
  readonly record?: ((doing: OperatorDoing) => BeginTransaction) | undefined;
}

/** The parts of a service as `startConsumers` gets them; nothing is started. */
export function eventTools({ pool, source, openSession, record, ...options }: EventToolsOptions): RebuildParts {
  const { schema } = options;
  const { history, places, lagBehind, shardOf } = source;
  return {
    ...options,
    history,
    places,
    lagBehind,
    shardOf,
    store: createPostgresConsumerStore({ pool, schema }),
    openSession: () => createPostgresConsumerStore({ pool: openSession(), schema }),
    recording: record && ((doing) => createPostgresConsumerStore({ pool, schema, begin: record(doing) })),
  };
}

/** The request cannot be carried out; the message is for the operator. */
export class ToolRefusal extends NamedError {}

/** The consumer with a name (`boxes.list`) or a key (`boxes.list@2`). */
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
  parts: ToolParts,
  unit: ConsumerUnit,
  definition: ConsumerDefinition,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { read, context } = readingIn(parts, unit, definition);
  await definition.handle(events.map(read), context);
}

/** How events are read, and what a handler works with, in a transaction. */
export function readingIn(
  { log, clock = systemClock, read = (event) => event, onHandled = () => undefined }: ToolParts,
  unit: ConsumerUnit,
  definition: ConsumerDefinition,
): { readonly read: ReadEvent; readonly context: HandlerContext } {
  return { read, context: contextIn(unit, definition, { now: () => clock.now(), log, onHandled }) };
}
