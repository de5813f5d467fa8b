/** Why a message did not arrive; the words of `WebhookProblem` in the graph. */
export type WebhookProblem =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'unknown-host'
  | 'private-address'
  | 'unreachable'
  | 'certificate'
  | 'interrupted';

export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of one try. */
export interface Sent {
  /** What the receiver answered; null: nothing. */
  readonly status: number | null;
  /** Null: it has arrived. */
  readonly problem: WebhookProblem | null;
  /** What the receiver asked for, however much that is; null: nothing. */
  readonly retryAfterSeconds: number | null;
  readonly durationMs: number;
}

/** Posts a message to a receiver, whose fault is never an error. Throws `OutageError` when our own proxy cannot be used. */
export interface WebhookSender {
  send(message: WebhookMessage): Promise<Sent>;
}
