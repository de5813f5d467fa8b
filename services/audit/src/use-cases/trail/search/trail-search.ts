import type { AuditKind, Outcome } from '@onceover/schema/events/meaning';
import type { ChainedEntry } from '../audit-chain.ts';
import type { RecordedEntry, UnownedEntry } from '../recorded-entry.ts';

/** What is searched for; without a condition, everything. */
export interface TrailConditions {
  readonly from?: Date;
  /** Before. */
  readonly to?: Date;
  /** Only of this account. */
  readonly account?: string;
  /** Of the chains alone. */
  readonly kind?: AuditKind;
  readonly actorRef?: string;
  readonly actorKind?: string;
  /** Whole actions. */
  readonly actions?: readonly string[];
  readonly targets?: readonly string[];
  readonly outcome?: Outcome;
  readonly requestId?: string;
  readonly networkTag?: string;
}

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

/** How much was recorded in a step. */
export interface StepCount {
  /** Number of the step. */
  readonly step: number;
  readonly all: number;
  readonly failed: number;
}

export interface Steps {
  readonly from: Date;
  readonly to: Date;
  readonly seconds: number;
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
  unowned(log: string, wanted: Wanted, place: TrailPlace | null): Promise<readonly UnownedEntry[]>;
  /** Steps without anything are left out. */
  count(conditions: TrailConditions, steps: Steps): Promise<readonly StepCount[]>;
}

/** The search takes longer than it may. */
export class TooMuchToSearch extends Error {
  constructor() {
    super('This search takes too long. Choose a shorter time, or fewer conditions.');
  }
}
