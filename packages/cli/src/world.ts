import type { Readable } from 'node:stream';
import type { Environment } from './config.ts';
import type { ProfileFiles } from './keeping/profiles.ts';
import type { SystemKeyStore } from './keeping/system-key-store.ts';
import type { Output } from './output.ts';
import type { Keyboard } from './terminal/keyboard.ts';

/** All that a command has to do with. */
export interface World {
  readonly environment: Environment;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly keyboard: Keyboard;
  readonly output: Output;
  readonly files: ProfileFiles;
  /** Undefined where the system has none. */
  readonly keyStore: SystemKeyStore | undefined;
  readonly version: string;
  /** Aborts with a `StopReason` when the command is told to stop; from then on it ends by itself. */
  untilStopped(): AbortSignal;
}

/** What every command that asks a server can be told. */
export interface ServerOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly anonymous?: boolean;
  /** Seconds. */
  readonly timeout?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}
