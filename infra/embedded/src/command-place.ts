import type { PostgresAddress } from '@onceover/postgres-server';
import type { WriteLine } from '@onceover/service-kit/command-line';
import type { EmbeddedConfig } from './config.ts';

/** Where a command works. */
export interface CommandPlace {
  readonly config: EmbeddedConfig;
  readonly database: PostgresAddress;
}

/** What a command is given. */
export interface CommandDependencies {
  /** Asked once a command was understood: what was mistyped starts no database. */
  readonly open: () => Promise<CommandPlace>;
  readonly write: WriteLine;
}
