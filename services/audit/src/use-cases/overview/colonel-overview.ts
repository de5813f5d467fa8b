import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { type CountedName, countedNames } from '@onceover/schema/events/meaning';
import { notificationsHealth } from '@onceover/schema/internal/service-health';
import type { AskInternal } from '@onceover/service-kit/internal-call';

export type Tally = Readonly<Record<CountedName, number>>;

const lengths = { hour: 3_600_000, day: 86_400_000 };

export type StepName = keyof typeof lengths;

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

interface Steps {
  readonly step: StepName;
  readonly count: number;
}

const ranges = {
  'hours-48': { step: 'hour', count: 48 },
  'days-30': { step: 'day', count: 30 },
} as const satisfies Record<string, Steps>;
const SPARK: Steps = { step: 'hour', count: 24 };

export interface OverviewPorts {
  readonly activity: ActivityBook;
  readonly ask: AskInternal;
  now(): Promise<Date>;
}

/** What happened lately, counted. Throws `NotAuthorizedError` for everybody but colonels. */
export function colonelOverviewUseCase({ activity, ask, now }: OverviewPorts) {
  return async (range: keyof typeof ranges, caller: Caller) => {
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

/** When the first step began; the last one holds the moment itself. */
function firstOf({ step, count }: Steps, at: Date): Date {
  return new Date((Math.floor(at.getTime() / lengths[step]) - count + 1) * lengths[step]);
}

/** Stretches of time by when they began, oldest first, with what happened in each. */
async function stepsUntil(activity: ActivityBook, steps: Steps, at: Date): Promise<(Tally & { readonly at: Date })[]> {
  const first = firstOf(steps, at);
  const found = new Map<string, number>();
  for (const { at: began, name, count } of await activity.steps(steps.step, first)) {
    const key = `${name} ${began.getTime()}`;
    found.set(key, (found.get(key) ?? 0) + count);
  }
  return Array.from({ length: steps.count }, (_, index) => {
    const began = first.getTime() + index * lengths[steps.step];
    const counts = countedNames.map((name) => [name, found.get(`${name} ${began}`) ?? 0]);
    return { at: new Date(began), ...(Object.fromEntries(counts) as Tally) };
  });
}
