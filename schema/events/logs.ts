interface LogDefinition {
  /** The topic the relay fills; the prefix of the installation comes before it. */
  readonly topic: string;
  /** It never changes: what belongs to an account is in order within one partition, else what belongs to a stream. */
  readonly partitions: number;
  /** Days the topic keeps an event. */
  readonly topicDays: number;
  /** Days the log keeps a closed stream. */
  readonly retentionDays: number;
}

/** The event logs, one per service that records anything. This is the only list of them. */
export const logs = {
  secrets: { topic: 'secrets.events.v1', partitions: 12, topicDays: 14, retentionDays: 120 },
  accounts: { topic: 'accounts.events.v1', partitions: 6, topicDays: 14, retentionDays: 365 },
  notifications: { topic: 'notifications.events.v1', partitions: 3, topicDays: 7, retentionDays: 90 },
  audit: { topic: 'audit.events.v1', partitions: 3, topicDays: 14, retentionDays: 90 },
} as const satisfies Readonly<Record<string, LogDefinition>>;

/** The role that reads the logs of a database for those who hear them: the relays, or a process that holds all services. */
export const logReaderRole = 'onceover_log_reader';

/** The name of a log, which is that of its service. */
export type LogName = keyof typeof logs;

export const logNames = Object.keys(logs) as readonly LogName[];
