import { createDoorbell } from '@onceover/event-bus';
import type { LogHistory } from '@onceover/event-store';
import { KeyStoreAway } from '@onceover/key-store';
import { takeOverStoredKeys } from '@onceover/postgres-kit/claim-keys-directory';
import { OutageError } from '@onceover/service-kit/errors';
import { UnsafeKeys } from '@onceover/service-kit/keys-directory';
import { openEventTools, type ServiceEventTools, type ToolBacking } from '@onceover/service-shell/event-tools';
import { type Foundation, openFoundation } from '@onceover/service-shell/foundation';
import { transactAsOperator } from '@onceover/service-shell/operator-record';
import { openLogHistory } from '@onceover/service-shell/own-history';
import type pg from 'pg';
import type { CryptoOptions } from './adapters/crypto/create-crypto.ts';
import type { GivenUp } from './adapters/crypto/epochs/give-up-keys.ts';
import { confirmKeyLoss, type KeysStatus, readKeysStatus, replaceKek } from './adapters/crypto/key-commands.ts';
import { openKeyStore } from './adapters/crypto/keys/open-key-store.ts';
import { cryptoOptionsOf, definition, openAdapters, type SecretsDependencies, serviceOf } from './adapters.ts';
import { hasNetworkKeyStore, type SecretsConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { expireDueSecretsUseCase } from './use-cases/expire/expire-due-secrets.ts';
import {
  type ImportInput,
  type ImportOutcome,
  type ImportWish,
  importSecretUseCase,
} from './use-cases/import/import-secret.ts';

export interface SecretKeysCommand {
  readonly config: SecretsConfig;
  /** The migrated database, as its migrator. The server may run meanwhile. */
  readonly database: pg.PoolConfig;
  /** The files of an embedded database; the keys must not lie in there. */
  readonly dataDir?: string;
  /** Gets a line for the person at the terminal. */
  readonly write: (line: string) => void;
}

/** Prints which keys exist, and what to do about the others. Changes nothing. Returns whether everything is in order. */
export async function showSecretKeys(command: SecretKeysCommand): Promise<boolean> {
  const status = await withKeys(command, readKeysStatus);
  for (const line of statusLines(status)) command.write(line);
  return status.sealed === null && status.unreachable === 0 && status.epochs.every(({ isThere }) => isThere === true);
}

/** What `npm run keys` does about the keys of secrets. */
export function secretKeysOf(command: SecretKeysCommand) {
  const { config } = command;
  const isStored = hasNetworkKeyStore(config);
  return {
    holder: isStored ? 'The key store' : `The keys directory ${config.keysDir}`,
    store: isStored ? config.keyStore : undefined,
    show: () => showSecretKeys(command),
    holdsUnknown: () => holdsUnknownEpochKeys(command),
    confirmLoss: (how: { readonly isRestored: boolean }) => confirmSecretKeyLoss(command, how),
    takeOverStore: () => takeOverSecretKeyStore(command),
    recordMove: () => recordKeysMove(command),
    replaceKek: () => replaceSecretKek(command),
  };
}

/** Whether the keys directory holds epoch keys that this database did not make. */
async function holdsUnknownEpochKeys(command: SecretKeysCommand): Promise<boolean> {
  return (await withKeys(command, readKeysStatus)).unknownEpochKeys > 0;
}

/** Gives up what cannot be opened any more, and records that it expired. A running server goes on within seconds. */
export async function confirmSecretKeyLoss(
  command: SecretKeysCommand,
  how: { readonly isRestored: boolean },
): Promise<void> {
  await withKeys(command, async (options, foundation) => {
    await record(foundation, 'keys_given_up', how.isRestored ? 'restored' : 'lost');
    const givenUp = await confirmKeyLoss(options, how);
    const { ports } = await openAdapters(command.config, depsOf(command), foundation);
    await expireDueSecretsUseCase(ports)();
    for (const line of lossLines(givenUp)) command.write(line);
  });
}

/**
 * An operator's word that a key store that several hosts share was moved, or serves this database in this place. Does nothing
 * where the keys are in the keys directory.
 */
async function takeOverSecretKeyStore({ config, database, dataDir }: SecretKeysCommand): Promise<void> {
  const { kind, store } = await openKeyStore(config, dataDir ?? null);
  using _ = store;
  if (kind === 'network') await takeOverStoredKeys(database, store.holder);
}

/** Replaces the key-encryption key now. */
export async function replaceSecretKek(command: SecretKeysCommand): Promise<void> {
  await withKeys(command, async (options, foundation) => {
    await record(foundation, 'kek_replaced', 'command-line');
    const version = await replaceKek(options);
    command.write(`Version ${version} of the key-encryption key is in use, and the older one is destroyed.`);
    if (!hasNetworkKeyStore(command.config))
      command.write(`Copy kek/${version}.key to where you keep a copy of the keys.`);
  });
}

/** Records that the keys directory serves this database now, wherever it lies. */
export async function recordKeysMove(command: SecretKeysCommand): Promise<void> {
  await withKeys(command, (_options, foundation) => record(foundation, 'keys_moved', 'command-line'));
}

async function withKeys<R>(
  command: SecretKeysCommand,
  work: (options: CryptoOptions, foundation: Foundation) => Promise<R>,
): Promise<R> {
  await using stack = new AsyncDisposableStack();
  const { config } = command;
  const deps = depsOf(command);
  const foundation = await openFoundation(serviceOf(config), deps, stack);
  try {
    return await work(await cryptoOptionsOf(config, deps, foundation), foundation);
  } catch (error) {
    throw error instanceof KeyStoreAway ? new UnsafeKeys(`It cannot be done now: ${error.reason}.`) : error;
  }
}

/** Before it is done, because keys are files: so nothing is done that the audit trail does not tell. */
async function record(foundation: Foundation, action: string, reasonCode: string): Promise<void> {
  const data = { action, targetKind: 'keys', targetRef: foundation.name, reasonCode };
  await transactAsOperator(foundation, data, async () => undefined);
}

function statusLines({ sealed, keks, epochs, unknownEpochKeys, unreachable }: KeysStatus): string[] {
  const lines = [
    ...keks.map(({ version, isThere }) => `key-encryption key, version ${version}: ${presence(isThere, 'MISSING')}`),
    ...epochs.map(epochLine),
  ];
  if (unreachable > 0) lines.push(`${secretsWait(unreachable)} under epochs that are no more and cannot be opened.`);
  if (unknownEpochKeys > 0)
    lines.push(`${unknownEpochKeys} epoch keys belong to a later state of this database, or to a copy of it.`);
  if (sealed !== null) lines.push(`SEALED: ${sealed}.`);
  if (epochs.some(({ isThere }) => isThere === false)) lines.push(...EPOCH_GONE);
  return lines;
}

function epochLine({ e, state, ageMinutes, isThere, secrets }: KeysStatus['epochs'][number]): string {
  return `epoch ${e}, ${state}, ${ageMinutes} minutes old: ${presence(isThere, 'KEY MISSING')}; ${secretsWait(secrets)}`;
}

const presence = (isThere: boolean | null, missing: string): string =>
  isThere === null ? 'unknown' : isThere ? 'in order' : missing;

const EPOCH_GONE = [
  'Epoch keys are destroyed when their epoch is over, and no backup has them: after a restore this is as it should be.',
  'Put the key back if it was moved away by mistake. If not, go on without it:',
  '  npm run keys -- confirm-loss              the key is lost; what waited under it ends as expired',
  '  npm run keys -- confirm-loss --restored   the database was restored; everything that waited then ends as expired',
];

function lossLines({ epochs, keks, isRootLost, secrets }: GivenUp): string[] {
  if (epochs.length + keks.length + secrets === 0 && !isRootLost) return ['Nothing is missing; nothing was changed.'];
  return [
    ...(keks.length === 0 ? [] : [`Given up: versions of the key-encryption key: ${keks.join(', ')}.`]),
    ...(isRootLost ? ['Given up: the root of the pepper. No secret with a passphrase can be opened.'] : []),
    ...(epochs.length === 0 ? [] : [`Given up: epochs ${epochs.join(', ')}.`]),
    `${secrets === 1 ? '1 secret' : `${secrets} secrets`} could not be opened any more and ended as expired.`,
    'New secrets can be created. A running server goes on within seconds.',
  ];
}

function secretsWait(count: number): string {
  return count === 1 ? '1 secret waits' : `${count} secrets wait`;
}

function depsOf({ database, dataDir }: Pick<SecretKeysCommand, 'database' | 'dataDir'>): SecretsDependencies {
  const ask = () => Promise.reject(new OutageError('services')); // no command needs another service
  return { database, doorbell: createDoorbell(), ask, ...(dataDir === undefined ? {} : { dataDir }) };
}

/**
 * Takes over secrets of another server for an operator's command, beside a running server or without one. `ask` answers which
 * custom hosts are verified. `stack` closes what was opened, and has what was stored counted before.
 */
export async function openSecretImport(
  { ask, ...command }: Pick<SecretKeysCommand, 'config' | 'database' | 'dataDir'> & Pick<SecretsDependencies, 'ask'>,
  stack: AsyncDisposableStack,
): Promise<(secret: ImportInput, wish: ImportWish) => Promise<ImportOutcome>> {
  const deps = { ...depsOf(command), ask };
  const foundation = await openFoundation(serviceOf(command.config), deps, stack);
  const { ports, liveBytes } = await openAdapters(command.config, deps, foundation);
  foundation.stack.defer(() => liveBytes.refresh());
  return importSecretUseCase(ports);
}

/** The service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export const openSecretsEventTools = (backing: ToolBacking, stack: AsyncDisposableStack): Promise<ServiceEventTools> =>
  openEventTools(definition, backing, stack, () => consumers);

/** The history of the service's log for an operator's command. `stack` closes the connection. */
export const openSecretsHistory = (database: pg.PoolConfig, stack: AsyncDisposableStack): Promise<LogHistory> =>
  openLogHistory(definition, database, stack);
