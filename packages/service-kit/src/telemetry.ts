import { noTracing, type Tracing } from './tracing.ts';

/** What is counted, as Prometheus shows it. */
export interface Fact<Label extends string = string> {
  /** Such as `onceover_http_request_duration_seconds`. */
  readonly name: string;
  readonly help: string;
  /** The values that each label may have; more may be added later. Any other value is shown as `other`. */
  readonly labels: Readonly<Record<Label, ReadonlySet<string>>>;
}

export type LabelValues<Label extends string> = Readonly<Record<Label, string>>;

/**
 * What a process counts for whoever watches over it. A label never holds what somebody sent: each says which values there are.
 * Several parts may ask for the same fact, each with values of its own.
 */
export interface Counting {
  /** For how long something takes, and with that how often it happens. */
  duration<Label extends string>(fact: Fact<Label>): (values: LabelValues<Label>, seconds: number) => void;
  /** For how many of something there have been. */
  count<Label extends string>(fact: Fact<Label>): (values: LabelValues<Label>, more?: number) => void;
  /** For how many of something there are, asked whenever somebody looks. */
  level<Label extends string>(fact: Fact<Label>, read: () => readonly (readonly [LabelValues<Label>, number])[]): void;
}

/** What a process tells whoever watches over it: what it counts, and what it traces. */
export interface Telemetry extends Counting {
  readonly tracing: Tracing;
}

/** Where nobody watches: costs a call that does nothing. */
export const noTelemetry: Telemetry = {
  duration: () => () => undefined,
  count: () => () => undefined,
  level: () => undefined,
  tracing: noTracing,
};

/** How something ended that either works or throws. */
export const endings: ReadonlySet<string> = new Set(['done', 'failed']);

/** Does something, and tells how it ended and how many seconds it took. */
export async function timed<Result>(
  work: () => Promise<Result>,
  tell: (ending: 'done' | 'failed', seconds: number) => void,
): Promise<Result> {
  const since = performance.now();
  let ending: 'done' | 'failed' = 'failed';
  try {
    const result = await work();
    ending = 'done';
    return result;
  } finally {
    tell(ending, (performance.now() - since) / 1000);
  }
}
