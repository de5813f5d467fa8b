import type { CountSteps, StepCount } from '@onceover/event-store';
import type { LogName } from '@onceover/schema/events/logs';
import type { ChainedEntry } from '../audit-chain.ts';
import type { RecordedEntry, UnownedEntry } from '../recorded-entry.ts';
import type { TrailConditions } from '../trail-conditions.ts';

export type TrailOrder = 'newest' | 'oldest';

/** A piece of what fits. */
export interface Wanted {
  readonly conditions: TrailConditions;
  readonly order: TrailOrder;
  readonly most: number;
}

/** Where a search goes on: beyond an entry that was shown, or at one that was found and waits. */
export interface TrailPlace extends Pick<RecordedEntry, 'at' | 'position'> {
  readonly id: string;
  readonly isShown: boolean;
}

/** Of the chains, or of what belongs to nobody. */
export interface PartCount extends StepCount {
  readonly isUnowned: boolean;
}

/**
 * Searches the chains of all accounts, and the logs for what belongs to nobody.
 *
 * Errors   `TooMuchToSearch` after five seconds; `OutageError`
 */
export interface TrailSearch {
  /** By time. */
  entries(wanted: Wanted, place: TrailPlace | null): Promise<readonly ChainedEntry[]>;
  /** Events of one log that belong to nobody, in its order. */
  unowned(log: LogName, wanted: Wanted, place: TrailPlace | null): Promise<readonly UnownedEntry[]>;
  /** By step and type, in no order; a type may come more than once in a step. */
  count(conditions: TrailConditions, steps: CountSteps): Promise<readonly PartCount[]>;
}
