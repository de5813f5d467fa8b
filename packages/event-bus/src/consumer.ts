import { afterCommit, type RecordedEvent } from '@onceover/event-store';
import type { Logger } from '@onceover/service-kit/logging';
import type { Knex } from 'knex';
import type { Doorbell } from './doorbell.ts';
import type { JobQueue } from './jobs/job-queue.ts';

/** What a handler works with. External effects are jobs it enqueues; they run after the commit, in no transaction. */
export interface HandlerContext {
  /** The transaction of the effect, the inbox and the checkpoint. Never append events in it. */
  readonly tx: Knex.Transaction;
  readonly enqueue: JobQueue;
  /** What the consumer keeps for a tenant has changed: whoever listens hears of it once this is committed. */
  changed(tenantRef: string): void;
  now(): Date;
  readonly log: Logger;
}

/** Makes a handler's context in a transaction. `onHandled` is called after the commit, if something changed for somebody. */
export function contextIn(
  { tx, enqueue }: Pick<HandlerContext, 'tx' | 'enqueue'>,
  { name: consumer }: Pick<ConsumerDefinition, 'name'>,
  { onHandled, now, log }: Pick<HandlerContext, 'now' | 'log'> & { readonly onHandled: Doorbell['ringHandled'] },
): HandlerContext {
  const tenants = new Set<string>();
  const changed = (tenantRef: string) => {
    if (tenants.size === 0) afterCommit(tx, () => onHandled({ consumer, tenants }));
    tenants.add(tenantRef);
  };
  return { tx, enqueue, changed, now, log };
}

/** One listener: which events of which logs it handles, and what it does with them. */
export interface ConsumerDefinition<Event extends RecordedEvent = RecordedEvent> {
  /** `<service>.<purpose>`, such as `boxes.list`. */
  readonly name: string;
  /**
   * Raise it to start over beside the old one with an empty inbox, for a projection rebuilt in a new table. Raising it
   * on a consumer with effects does them again, unless `startFrom` is `end`.
   */
  readonly version: number;
  /** Names of the services whose logs it reads. There is no order between two logs. */
  readonly sources: readonly string[];
  /** Event types; others never reach the handler. */
  readonly handles: readonly Event['type'][];
  /** Only events that belong to a tenant: events without an owner cost this consumer nothing. */
  readonly tenantsOnly?: boolean;
  /** After five tries: stop where it is (projections), or set the event aside and carry on (effects). */
  readonly onError: 'halt' | 'park';
  /**
   * Handling an event again changes nothing, as with a version guard: a replay may deliver events handled before.
   * Default: only the inbox keeps it from handling an event twice, and a replay goes back no further than the inbox does.
   */
  readonly converges?: boolean;
  /** Where a consumer without a checkpoint begins. Default `beginning`. */
  readonly startFrom?: 'beginning' | 'end';
  /** Number of loops that divide the streams; never changed afterwards. Default 1. */
  readonly shards?: number;
  /** Maximum number of events per call. Default 500. */
  readonly maxBatch?: number;
  /** Only for a consumer whose tables hold nothing but what it makes of events: `rebuild` makes them anew. */
  readonly projection?: Projection<Event>;
  /** In order per stream, none it has handled before; an event that fails is tried again alone. */
  handle(events: readonly Event[], context: HandlerContext): Promise<void>;
}

/**
 * Makes of an event what handlers get, whatever version it was written in. What it throws counts as the handler's failure.
 */
export type ReadEvent = (event: RecordedEvent) => RecordedEvent;

/**
 * How a consumer's tables are made anew from the log: `handleIn` fills empty tables of the same names in another schema,
 * then `replace` puts their rows in the place of those that are there.
 */
export interface Projection<Event extends RecordedEvent = RecordedEvent> {
  readonly tables: readonly string[];
  /** What `handle` does, on the tables in a schema. */
  handleIn(schema: string, events: readonly Event[], context: HandlerContext): Promise<void>;
  /** `months` are those that the logs still have; what was made of older ones must stay. The tables are locked. */
  replace(schema: string, months: readonly LogMonth[], tx: Knex.Transaction): Promise<void>;
}

/** The streams of a log that began in a month. A log forgets them together, with all their events. */
export interface LogMonth {
  readonly source: string;
  /** Its first day, `2026-11-01`. */
  readonly month: string;
}

/** The first day of the month in which a stream began: its id is a uuid of version 7, which begins with the time. */
export function monthOf(streamId: string): string {
  const milliseconds = Number.parseInt(streamId.replaceAll('-', '').slice(0, 12), 16);
  return `${new Date(milliseconds).toISOString().slice(0, 7)}-01`;
}

/** How long the inbox knows what was handled: longer than topics keep events and operators leave dead letters. */
export const inboxDays = 30;

/** The name under which a consumer keeps its checkpoints, its inbox and its dead letters. */
export function consumerKey({ name, version }: Pick<ConsumerDefinition, 'name' | 'version'>): string {
  return `${name}@${version}`;
}
