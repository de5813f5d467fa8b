/** How the records of a topic are keyed: by the account of the event, by that or else its stream, or by its stream. */
export type TopicKey = 'account' | 'account-or-stream' | 'stream';

interface LogDefinition {
  /** The topic the relay fills. */
  readonly topic: string;
  readonly key: TopicKey;
  /** Days the log keeps a closed stream. */
  readonly retentionDays: number;
}

/** The event logs, one per service that records anything. This is the only list of them. */
export const logs = {
  secrets: { topic: 'onceover.secrets.events.v1', key: 'account-or-stream', retentionDays: 120 },
  accounts: { topic: 'onceover.accounts.events.v1', key: 'account', retentionDays: 365 },
  notifications: { topic: 'onceover.notifications.events.v1', key: 'stream', retentionDays: 90 },
  audit: { topic: 'onceover.audit.events.v1', key: 'stream', retentionDays: 90 },
} as const satisfies Readonly<Record<string, LogDefinition>>;

/** The name of a log, which is that of its service. */
export type LogName = keyof typeof logs;

export const logNames = Object.keys(logs) as readonly LogName[];
