import { openAccountsEventTools } from '@onceover/accounts/cli';
import { openAuditEventTools } from '@onceover/audit/cli';
import { openNotificationsEventTools } from '@onceover/notifications/cli';
import type { PostgresAddress } from '@onceover/postgres-server';
import { openSecretImport, openSecretsEventTools } from '@onceover/secrets/cli';
import type { WriteLine } from '@onceover/service-kit/command-line';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { directoriesOf, type EmbeddedConfig } from './config.ts';

/** Where a command works. */
export interface CommandPlace {
  readonly config: EmbeddedConfig;
  readonly database: PostgresAddress;
}

export interface CommandDependencies {
  /** The settings alone: a backup is put back where there is no database yet. */
  readonly config: () => EmbeddedConfig;
  /** Asked once a command was understood: what was mistyped starts no database. */
  readonly open: () => Promise<CommandPlace>;
  readonly write: WriteLine;
}

/** What operators do about the events of each service, by its name. Opens the logs until the stack is disposed. */
export async function openEventTools({ config, database }: CommandPlace, stack: AsyncDisposableStack) {
  return {
    secrets: await openSecretsEventTools({ database }, stack),
    accounts: await openAccountsEventTools(config.accounts, { database }, stack),
    notifications: await openNotificationsEventTools({ database }, stack),
    audit: await openAuditEventTools({ database }, stack),
  };
}

/** Takes over secrets of another server; `ask` answers which custom hosts are verified. It is open until the stack is disposed. */
export function openSecretImportAt({ config, database }: CommandPlace, ask: AskInternal, stack: AsyncDisposableStack) {
  const { dataDir } = directoriesOf(config);
  return openSecretImport({ config: config.secrets, database, dataDir, ask }, stack);
}
