import type { CountedName } from '@onceover/schema/events/meaning';

/** How often one type of event was recorded in five minutes. */
export interface ActivityCount {
  /** When the five minutes began, ISO 8601. */
  readonly at: string;
  readonly type: string;
  /**
   * Of secrets that were opened: the place of their age in `openedWithinSeconds`, or its length if they were older. Of refused
   * openings: 1 unless a passphrase was wrong. Else 0.
   */
  readonly age: number;
  readonly count: number;
}

/** The steps in which the overview says how soon secrets are opened: a minute, ten, an hour, a day, a week. */
export const openedWithinSeconds = [60, 600, 3_600, 86_400, 604_800] as const;

/** A number for each thing that is counted. */
export type Tally = Readonly<Record<CountedName, number>>;

/** A stretch of time, and what happened in it. */
export interface ActivityStep extends Tally {
  /** When it began. */
  readonly at: Date;
}
