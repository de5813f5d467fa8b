import type { z } from 'zod';

/** What the world may know about one event type and version. */
export interface CatalogEntry {
  readonly type: string;
  readonly schemaVersion: number;
  readonly producer: 'secrets' | 'accounts' | 'notifications';
  /** The topic the relay fills, and the key its records are partitioned by. */
  readonly topic: string;
  readonly key: 'streamId' | 'accountRef';
  /** Whether the type ends its stream: it comes last, and closes the stream. */
  readonly isTerminal: boolean;
  /** Days the log keeps a closed stream. */
  readonly retentionDays: number;
  /** Names of the consumers that read it, `<service>.<purpose>`. */
  readonly consumers: readonly string[];
  readonly schema: z.ZodObject<{ data: z.ZodObject; type: z.ZodLiteral<string> } & z.core.$ZodShape>;
  /** From version 2 on: makes this version's data of the data of the version before. Fields it does not know stay. */
  readonly upcast?: (data: EventData) => EventData;
  /** The golden example, kept for ever. */
  readonly example: string;
}

/** The data of an event of any type. */
export type EventData = Readonly<Record<string, unknown>>;
