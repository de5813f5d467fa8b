import type { EventCount } from '../covering/log-covered.ts';
import type { EventFilter, Position, RecordedEvent } from '../types.ts';

/** A stretch of a log: after a position, and up to another one, itself included. Without them, all of it. */
export interface LogRange {
  readonly after?: Position | undefined;
  readonly upTo?: Position | undefined;
}

export const MOST_AT_ONCE = 1_000;

/** What is looked for among the events of a log; without a condition, everything. */
export interface EventConditions extends LogRange {
  /** True: only what belongs to nobody. */
  readonly isUnowned?: boolean | undefined;
  readonly from?: Date | undefined;
  /** Before. */
  readonly to?: Date | undefined;
  readonly types?: readonly string[] | undefined;
  readonly streams?: readonly string[] | undefined;
  readonly actorKind?: string | undefined;
  readonly actorRef?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly networkTag?: string | undefined;
  /** One event; without times, the whole log is read for it. */
  readonly eventId?: string | undefined;
}

export interface LogSearch {
  readonly conditions: EventConditions;
  /** By the order of the log. */
  readonly order: 'newest' | 'oldest';
  /** Up to `MOST_AT_ONCE`. */
  readonly most: number;
}

export interface FoundEvent extends RecordedEvent {
  /** Its hash, the leaf in the tree of its block: hexadecimal. */
  readonly leaf: string;
}

/** Steps of equal length, counted from that moment. */
export interface CountSteps {
  readonly from: Date;
  readonly seconds: number;
}

export interface StepCount {
  /** Number of the step, from 0; negative before the first. */
  readonly step: number;
  readonly type: string;
  readonly count: number;
}

/** Events of a range, counted as its blocks count them. */
export interface Recount {
  readonly counts: readonly EventCount[];
  /** How many were read, and the position of the last; null when there is none. */
  readonly events: number;
  readonly to: Position | null;
}

/** How far a log goes. */
export interface LogEnds {
  /** Everything before it is settled: no transaction that is still running can write there. */
  readonly horizon: Position;
  /** The last event that was committed, settled or not; null while there is none. */
  readonly last: Position | null;
  /** The relay has published everything up to here; null where none has ever published the log. */
  readonly published: Position | null;
}

/**
 * What a log has recorded, for those who may not read its tables: the owner of the log answers, beside its tables or by calls.
 * Searches and counts leave out what the log says about itself.
 */
export interface LogHistory {
  ends(): Promise<LogEnds>;
  /** Wanted events after a position, settled or not, counted up to 10,000; age of the oldest. */
  lag(after: Position, filter: EventFilter): Promise<{ readonly events: number; readonly seconds: number }>;
  /** Settled events in log order, up to `MOST_AT_ONCE`, for handlers: as they are stored, not read by a catalogue. */
  events(range: LogRange, most: number): Promise<readonly RecordedEvent[]>;
  /** All events, in log order, up to `MOST_AT_ONCE`, each as the text that its block has hashed (`readEventText`). */
  texts(range: LogRange, most: number): Promise<readonly string[]>;
  /** Throws `TooMuchToSearch` when it takes longer than a statement may. */
  search(search: LogSearch): Promise<readonly FoundEvent[]>;
  /** Steps without anything are left out. Throws `TooMuchToSearch`. */
  count(conditions: EventConditions, steps: CountSteps): Promise<readonly StepCount[]>;
  /** Counts the first events of a range, at most so many. */
  recount(range: LogRange, most: number): Promise<Recount>;
}
