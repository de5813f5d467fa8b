import type { RecordedEvent } from '@onceover/event-store';
import type { Logger } from '@onceover/service-kit/logging';
import type { Knex } from 'knex';
import type { JobQueue } from './jobs/job-queue.ts';

/** What a handler works with. External effects are jobs it enqueues; they run after the commit, in no transaction. */
export interface HandlerContext {
  /** The transaction of the effect, the inbox and the checkpoint. Never append events in it. */
  readonly tx: Knex.Transaction;
  readonly enqueue: JobQueue;
  now(): Date;
  readonly log: Logger;
}

/** One listener: which events of which logs it handles, and what it does with them. */
export interface ConsumerDefinition<Event extends RecordedEvent = RecordedEvent> {
  /** `<service>.<purpose>`, such as `notifications.feed`. */
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
   * Default: a replay delivers only events that are not in the inbox.
   */
  readonly converges?: boolean;
  /** Where a consumer without a checkpoint begins. Default `beginning`. */
  readonly startFrom?: 'beginning' | 'end';
  /** Number of loops that divide the streams; never changed afterwards. Default 1. */
  readonly shards?: number;
  /** Maximum number of events per call. Default 500. */
  readonly maxBatch?: number;
  /** In order per stream, none it has handled before; an event that fails is tried again alone. */
  handle(events: readonly Event[], context: HandlerContext): Promise<void>;
}

/**
 * Makes of an event what handlers get, whatever version it was written in. What it throws counts as the handler's failure.
 */
export type ReadEvent = (event: RecordedEvent) => RecordedEvent;

/** The name under which a consumer keeps its checkpoints, its inbox and its dead letters. */
export function consumerKey({ name, version }: Pick<ConsumerDefinition, 'name' | 'version'>): string {
  return `${name}@${version}`;
}
