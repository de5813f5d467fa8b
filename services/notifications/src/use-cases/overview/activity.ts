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

/** What the overview counts, by the events that it counts. */
export const counted = {
  created: 'secret.created',
  opened: 'secret.received',
  burned: 'secret.burned',
  expired: 'secret.expired',
  wrongPassphrases: 'secret.opening_refused',
  emailsSent: 'delivery.sent',
  emailsFailed: 'delivery.failed',
} as const;
export type Counted = keyof typeof counted;

/** As what each type of event counts; an email that came back counts as one that failed. */
export const countedTypes: ReadonlyMap<string, Counted> = new Map([
  ...Object.entries(counted).map(([name, type]) => [type, name as Counted] as const),
  ['delivery.bounced', 'emailsFailed'],
]);

export const countedNames = Object.keys(counted) as Counted[];

/** A number for each thing that is counted. */
export type Tally = Readonly<Record<Counted, number>>;

/** A stretch of time, and what happened in it. */
export interface ActivityStep extends Tally {
  /** When it began. */
  readonly at: Date;
}
