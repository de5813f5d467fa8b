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
 */
export interface Telemetry {
  /** For how long something takes, and with that how often it happens. */
  duration<Label extends string>(fact: Fact<Label>): (values: LabelValues<Label>, seconds: number) => void;
  /** For how many of something there are, asked whenever somebody looks. */
  level(fact: Omit<Fact, 'labels'>, read: () => number): void;
}

/** Where nobody watches: costs a call that does nothing. */
export const noTelemetry: Telemetry = {
  duration: () => () => undefined,
  level: () => undefined,
};
