import type { z } from 'zod';

/** What the world may know about one event type and version. */
export interface CatalogEntry {
  readonly type: string;
  readonly schemaVersion: number;
  readonly producer: 'secrets' | 'accounts' | 'notifications';
  /** The topic the relay fills, and the key its records are partitioned by. */
  readonly topic: string;
  readonly key: 'streamId' | 'accountRef';
  /** Whether the type ends its stream. */
  readonly isTerminal: boolean;
  /** Days the log keeps a closed stream. */
  readonly retentionDays: number;
  /** Names of the consumers that read it, `<service>.<purpose>`. */
  readonly consumers: readonly string[];
  readonly schema: z.ZodObject<{ data: z.ZodObject; type: z.ZodLiteral<string> } & z.core.$ZodShape>;
  /** The golden example, kept for ever. */
  readonly example: string;
}
