import type { PostgresAddress } from '@onceover/postgres-server';
import type { EmbeddedConfig } from './config.ts';

/** Where a command works and whom it tells. */
export interface CommandPlace {
  readonly config: EmbeddedConfig;
  readonly database: PostgresAddress;
  readonly write: (line: string) => void;
}
