import type { z } from 'zod';
import { secretBurnedV1 } from './secrets/secret-burned.v1.ts';
import { secretCreatedV1 } from './secrets/secret-created.v1.ts';
import { secretExpiredV1 } from './secrets/secret-expired.v1.ts';
import { secretReceivedV1 } from './secrets/secret-received.v1.ts';

/** What the world may know about one event type and version. */
export interface CatalogEntry {
  readonly type: string;
  readonly schemaVersion: number;
  readonly producer: 'secrets' | 'accounts' | 'notifications';
  /** The topic the relay fills, and the key its records are partitioned by. */
  readonly topic: string;
  readonly key: 'streamId';
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

const secretLog = {
  producer: 'secrets',
  topic: 'onceover.secrets.events.v1',
  key: 'streamId',
  schemaVersion: 1,
  retentionDays: 120,
  consumers: [],
} as const;

/** Every event of the product. A type that is not here is not written. */
export const catalog: readonly CatalogEntry[] = [
  {
    ...secretLog,
    type: 'secret.created',
    isTerminal: false,
    schema: secretCreatedV1,
    example: 'examples/secret-created.v1.json',
  },
  {
    ...secretLog,
    type: 'secret.received',
    isTerminal: true,
    schema: secretReceivedV1,
    example: 'examples/secret-received.v1.json',
  },
  {
    ...secretLog,
    type: 'secret.burned',
    isTerminal: true,
    schema: secretBurnedV1,
    example: 'examples/secret-burned.v1.json',
  },
  {
    ...secretLog,
    type: 'secret.expired',
    isTerminal: true,
    schema: secretExpiredV1,
    example: 'examples/secret-expired.v1.json',
  },
];
