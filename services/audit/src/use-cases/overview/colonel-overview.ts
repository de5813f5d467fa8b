import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { type CountedName, countedNames } from '@onceover/schema/events/meaning';
import { type NotificationsHealthAnswer, notificationsHealth } from '@onceover/schema/internal/service-health';
import type { AskInternal } from '@onceover/service-kit/internal-call';

/** A number for each thing that is counted. */
export type Tally = Readonly<Record<CountedName, number>>;

/** A stretch of time, and what happened in it. */
export interface ActivityStep extends Tally {
  /** When it began. */
  readonly at: Date;
}

export type StepName = 'hour' | 'day';

/** Counts of what the logs recorded, kept as it is recorded. */
export interface ActivityBook {
  /** Since midnight, and from the midnight before until this time yesterday. Days are UTC days. */
  figures(): Promise<{ readonly today: Tally; readonly before: Tally }>;
  /** Wrong passphrases that were recorded in the last hour, and in the hour before. */
  wrongPassphrases(): Promise<{ readonly lastHour: number; readonly hourBefore: number }>;
  /** What there was, in no order; a step without anything is left out. */
  steps(step: StepName, since: Date): Promise<readonly { at: Date; name: CountedName; count: number }[]>;
  /** Secrets by their age when they were opened, in the steps of `openedWithinSeconds`; the last is older than all. */
  ages(since: Date): Promise<readonly number[]>;
}

/** Emails waiting or being sent, as notifications knows them. */
export type MailQueue = NotificationsHealthAnswer['mailQueue'];

/** What colonels see of the whole installation. */
export interface ColonelOverview {
  readonly today: Tally;
  /** From midnight until this time yesterday. */
  readonly yesterday: Tally;
  /** The last 24 hours, oldest first. */
  readonly hours: readonly ActivityStep[];
  /** The range that was asked for, oldest first. */
  readonly steps: readonly ActivityStep[];
  readonly openedWithin: readonly number[];
  readonly wrongPassphrases: { readonly lastHour: number; readonly hourBefore: number };
  readonly mailQueue: MailQueue;
}

export type OverviewRange = 'hours-48' | 'days-30';

const HOUR_MS = 3_600_000;
const ranges = {
  'hours-48': { step: 'hour', stepMs: HOUR_MS, count: 48 },
  'days-30': { step: 'day', stepMs: 24 * HOUR_MS, count: 30 },
} as const;
const SPARK = { step: 'hour', stepMs: HOUR_MS, count: 24 } as const;

export interface OverviewPorts {
  readonly activity: ActivityBook;
  readonly ask: AskInternal;
  now(): Promise<Date>;
}

/** What happened lately, counted. Throws `NotAuthorizedError` for everybody but colonels. */
export function colonelOverviewUseCase({ activity, ask, now }: OverviewPorts) {
  return async (range: OverviewRange, caller: Caller): Promise<ColonelOverview> => {
    operatorOnly(caller);
    const at = await now();
    const wanted = ranges[range];
    const [{ today, before: yesterday }, wrongPassphrases, hours, steps, openedWithin, { mailQueue }] =
      await Promise.all([
        activity.figures(),
        activity.wrongPassphrases(),
        stepsUntil(activity, SPARK, at),
        stepsUntil(activity, wanted, at),
        activity.ages(firstOf(wanted, at)),
        ask(notificationsHealth, {}),
      ]);
    return { today, yesterday, wrongPassphrases, hours, steps, openedWithin, mailQueue };
  };
}

interface Steps {
  readonly step: StepName;
  readonly stepMs: number;
  readonly count: number;
}

/** When the first step began; the last one holds the moment itself. */
function firstOf({ stepMs, count }: Steps, at: Date): Date {
  return new Date((Math.floor(at.getTime() / stepMs) - count + 1) * stepMs);
}

async function stepsUntil(activity: ActivityBook, steps: Steps, at: Date): Promise<ActivityStep[]> {
  const first = firstOf(steps, at);
  const found = new Map<string, number>();
  for (const { at: began, name, count } of await activity.steps(steps.step, first)) {
    const key = `${name} ${began.getTime()}`;
    found.set(key, (found.get(key) ?? 0) + count);
  }
  return Array.from({ length: steps.count }, (_, index) => {
    const began = first.getTime() + index * steps.stepMs;
    const counts = countedNames.map((name) => [name, found.get(`${name} ${began}`) ?? 0]);
    return { at: new Date(began), ...(Object.fromEntries(counts) as Tally) };
  });
}
