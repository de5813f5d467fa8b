import type { Position, RecordedEvent } from '@onceover/event-store';
import type { Knex } from 'knex';
import type { JobQueue } from '../jobs/job-queue.ts';

/** What is kept about an event that could not be handled: where it is and why it failed, never its data. */
export interface DeadLetter {
  /** `consumerKey` of the consumer that could not handle it. */
  readonly consumer: string;
  readonly eventId: string;
  readonly source: string;
  readonly position: Position;
  readonly type: string;
  readonly error: string;
  readonly attempts: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly state: 'parked' | 'retried' | 'discarded';
}

export interface ConsumerUnit {
  readonly tx: Knex.Transaction;
  readonly enqueue: JobQueue;
  /** Enters events into the inbox; returns the ids of those that were neither there already nor set aside. */
  enter(consumer: string, events: readonly RecordedEvent[]): Promise<ReadonlySet<string>>;
  /** Sets an event aside; doing so again adds to its attempts. */
  park(letter: Omit<DeadLetter, 'state' | 'firstAt' | 'lastAt'>, at: Date): Promise<void>;
  /** The letter, locked until the transaction ends. */
  takeLetter(consumer: string, eventId: string): Promise<DeadLetter | undefined>;
  /** Settles a letter; its event counts as handled. */
  settleLetter(letter: DeadLetter, state: 'retried' | 'discarded', at: Date): Promise<void>;
}

/** Where a service keeps what its consumers change together: effects, inbox, dead letters, jobs. */
export interface ConsumerStore {
  /** All or nothing. Rejects with `OutageError` if the store is unavailable and nothing was written. */
  transact<R>(work: (unit: ConsumerUnit) => Promise<R>): Promise<R>;
  /** Newest first; for every consumer, or for one. */
  listLetters(filter: { consumer?: string | undefined; state?: DeadLetter['state'] }): Promise<readonly DeadLetter[]>;
  /** Deletes entries from before a moment, at most `limit` of them. Returns how many. */
  purgeInbox(before: Date, limit: number): Promise<number>;
}
