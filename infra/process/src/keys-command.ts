import { acceptLastingKeys, checkLastingKeys } from '@onceover/postgres-kit/check-lasting-keys';
import { claimKeysDirectory, type KeysPlace, takeOverKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import type { PostgresAddress } from '@onceover/postgres-server';
import { CommandRefused, runCommand, type WriteLine } from '@onceover/service-kit/command-line';
import { KeysElsewhere } from '@onceover/service-kit/keys-directory';
import { lastingKeysIn } from '@onceover/service-kit/lasting-key';

/** A keys directory, and the database that it belongs to. */
export interface CommandKeys extends KeysPlace {
  /** What a line calls it, such as `keys of accounts`. */
  readonly title: string;
  readonly database: PostgresAddress;
  /** Those that belong in it, with what is lost with each. */
  readonly lastingKeys: Readonly<Record<string, string>>;
}

/** The keys that are made and destroyed all the time, as their service does it. */
export interface EpochKeys {
  /** Whoever has them, at the start of a sentence. */
  readonly holder: string;
  /** Where that is, if it is no directory. */
  readonly store: string | undefined;
  /** Writes which keys exist; whether everything is in order. */
  show(): Promise<boolean>;
  holdsUnknown(): Promise<boolean>;
  confirmLoss(how: { readonly isRestored: boolean }): Promise<void>;
  takeOverStore(): Promise<void>;
  recordMove(): Promise<void>;
  replaceKek(): Promise<void>;
}

/** What the command works on. */
export interface KeysCommandPlace {
  readonly directories: readonly CommandKeys[];
  /** Absent where the service that has them is not among those the command works on. */
  readonly epochKeys?: EpochKeys | undefined;
  migrate(): Promise<void>;
  /** By service. Opening a log begins another generation where a restore made that necessary. */
  openLogs(): Promise<Readonly<Record<string, { readonly gen: number; readonly isNewGeneration: boolean }>>>;
}

export interface KeysCommandDependencies {
  /** Asked once a command was understood. */
  readonly open: () => Promise<KeysCommandPlace>;
  readonly write: WriteLine;
}

/** What an operator says after every restore. */
export const CONFIRM_RESTORED = ['confirm-loss', '--restored'] as const;

/** `npm run keys -- …`, beside a running server or without one. Gives the exit code: 0 done, 1 refused, 2 not understood. */
export function runKeysCommand(argv: readonly string[], { open, write }: KeysCommandDependencies): Promise<number> {
  const onPlace =
    <Options>(work: (place: WritingPlace, options: Options) => Promise<void>) =>
    async (options: Options) =>
      work({ ...(await open()), write }, options);
  return runCommand('npm run keys --', argv, write, (program) => {
    program
      .command('status')
      .description('which keys are there, what is missing and why, and what to do')
      .action(onPlace(showStatus));
    program
      .command('confirm-loss')
      .description('what is missing will not come back: what it protected ends as expired')
      .option('--restored', 'the database was restored from a backup: everything that waited then ends as expired')
      .action(onPlace(confirmLoss));
    program
      .command('confirm-move')
      .description('the database was moved or upgraded, and will not run in its old place again')
      .action(onPlace(confirmMove));
    program.command('rotate-kek').description('replaces the key-encryption key now').action(onPlace(rotateKek));
  });
}

type WritingPlace = KeysCommandPlace & { readonly write: WriteLine };

async function rotateKek(place: WritingPlace): Promise<void> {
  if (place.epochKeys === undefined) throw new CommandRefused('None of these services has a key-encryption key.');
  await claim(place);
  await place.migrate();
  await place.epochKeys.replaceKek();
}

async function showStatus(place: WritingPlace): Promise<void> {
  const { directories, epochKeys, write } = place;
  await claim(place);
  for (const { title, keysDir } of directories) write(`${title}: ${keysDir}`);
  if (epochKeys?.store !== undefined) write(`keys of secrets: ${epochKeys.store}`);
  await place.migrate();
  const isInOrder = (await epochKeys?.show()) ?? true;
  for (const { database, keysDir, lastingKeys } of directories)
    await checkLastingKeys(database, lastingKeysIn(keysDir), lastingKeys);
  if (!isInOrder) throw new CommandRefused('Not everything is in order.');
  write('Everything is in order.');
}

async function confirmMove(place: WritingPlace): Promise<void> {
  await takeOver(place);
  await place.migrate();
  await place.epochKeys?.recordMove();
  const moved = place.directories.length === 1 ? 'keys directory serves' : 'keys directories serve';
  place.write(`The ${moved} this database now. Nothing was given up. Its old place must not run again.`);
}

async function confirmLoss(
  place: WritingPlace,
  { restored: isRestored = false }: { readonly restored?: boolean },
): Promise<void> {
  const { directories, epochKeys, write } = place;
  if (isRestored) await takeOver(place);
  else {
    await claim(place).catch((error: unknown) => {
      throw error instanceof KeysElsewhere ? new CommandRefused(error.message) : error;
    });
  }
  await place.migrate();
  if (!isRestored && epochKeys !== undefined && (await epochKeys.holdsUnknown())) {
    throw new CommandRefused(`${epochKeys.holder} holds epoch keys that this database did not make: it was restored from a backup, or
another copy of it runs on these keys. If it was restored, and no other copy will run on these keys again:
  npm run keys -- confirm-loss --restored`);
  }
  for (const { database, keysDir, lastingKeys } of directories) {
    for (const { file, lost } of await acceptLastingKeys(database, lastingKeysIn(keysDir), lastingKeys))
      write(`Given up: ${file} as it was (${lost}).`);
  }
  for (const [service, { gen, isNewGeneration }] of Object.entries(await place.openLogs()))
    if (isNewGeneration) write(`The log of ${service} goes on in generation ${gen}.`);
  await epochKeys?.confirmLoss({ isRestored });
}

async function claim({ directories }: KeysCommandPlace): Promise<void> {
  for (const { database, ...place } of directories) await claimKeysDirectory(database, place);
}

/** Of the keys directories, and of the key store where there is one. */
async function takeOver({ directories, epochKeys }: KeysCommandPlace): Promise<void> {
  for (const { database, ...place } of directories) await takeOverKeysDirectory(database, place);
  await epochKeys?.takeOverStore();
}
