import { acceptLastingKeys, checkLastingKeys } from '@onceover/postgres-kit/check-lasting-keys';
import { claimKeysDirectory, takeOverKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import {
  confirmSecretKeyLoss,
  holdsUnknownEpochKeys,
  recordKeysMove,
  replaceSecretKek,
  type SecretKeysCommand,
  showSecretKeys,
  takeOverSecretKeyStore,
} from '@onceover/secrets/cli';
import { hasNetworkKeyStore } from '@onceover/secrets/config';
import { CommandRefused, runCommand, type WriteLine } from '@onceover/service-kit/command-line';
import { KeysElsewhere } from '@onceover/service-kit/keys-directory';
import { lastingKeysIn } from '@onceover/service-kit/lasting-key';
import { type CommandDependencies, type CommandPlace, openEventTools } from './command-place.ts';
import { directoriesOf, keysPlaceOf, lastingKeysHere } from './config.ts';
import { migrateAll } from './database.ts';

/** `npm run keys -- …`, beside a running server or without one. Gives the exit code: 0 done, 1 refused, 2 not understood. */
export function runKeysCommand(argv: readonly string[], { open, write }: CommandDependencies): Promise<number> {
  const onPlace =
    <Options>(work: (place: KeysPlace, options: Options) => Promise<void>) =>
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

type KeysPlace = CommandPlace & { readonly write: WriteLine };

async function rotateKek(place: KeysPlace): Promise<void> {
  await claimKeysDirectory(place.database, await keysPlaceOf(place.config));
  await migrateAll(place.database);
  await replaceSecretKek(secretsCommandOf(place));
}

async function showStatus(place: KeysPlace): Promise<void> {
  const { database, write } = place;
  const { keysDir } = directoriesOf(place.config);
  await claimKeysDirectory(database, await keysPlaceOf(place.config));
  write(`keys directory: ${keysDir}`);
  if (hasNetworkKeyStore(place.config.secrets)) write(`keys of secrets: ${place.config.secrets.keyStore}`);
  await migrateAll(database);
  const isInOrder = await showSecretKeys(secretsCommandOf(place));
  await checkLastingKeys(database, lastingKeysIn(keysDir), lastingKeysHere(place.config));
  if (!isInOrder) throw new CommandRefused('Not everything is in order.');
  write('Everything is in order.');
}

async function confirmMove(place: KeysPlace): Promise<void> {
  await takeOver(place);
  await migrateAll(place.database);
  await recordKeysMove(secretsCommandOf(place));
  place.write('The keys directory serves this database now. Nothing was given up. Its old place must not run again.');
}

async function confirmLoss(
  place: KeysPlace,
  { restored: isRestored = false }: { readonly restored?: boolean },
): Promise<void> {
  const { database, write } = place;
  const { keysDir } = directoriesOf(place.config);
  if (isRestored) await takeOver(place);
  else {
    await claimKeysDirectory(database, await keysPlaceOf(place.config)).catch((error: unknown) => {
      throw error instanceof KeysElsewhere ? new CommandRefused(error.message) : error;
    });
  }
  await migrateAll(database);
  const command = secretsCommandOf(place);
  if (!isRestored && (await holdsUnknownEpochKeys(command))) {
    throw new CommandRefused(`${hasNetworkKeyStore(place.config.secrets) ? 'The key store' : `The keys directory ${keysDir}`} holds epoch keys that this database did not make: it was restored from a backup, or
another copy of it runs on these keys. If it was restored, and no other copy will run on these keys again:
  npm run keys -- confirm-loss --restored`);
  }
  for (const { file, lost } of await acceptLastingKeys(
    database,
    lastingKeysIn(keysDir),
    lastingKeysHere(place.config),
  )) {
    write(`Given up: ${file} as it was (${lost}).`);
  }
  await raiseGenerations(place);
  await confirmSecretKeyLoss(command, { isRestored });
}

/** Of the keys directory, and of the key store where there is one. */
async function takeOver(place: KeysPlace): Promise<void> {
  await takeOverKeysDirectory(place.database, await keysPlaceOf(place.config));
  await takeOverSecretKeyStore(secretsCommandOf(place));
}

/**
 * Opening a log begins another generation where a restore made that necessary: what happens from now on comes after
 * what is there.
 */
async function raiseGenerations(place: KeysPlace): Promise<void> {
  await using stack = new AsyncDisposableStack();
  for (const [service, { generation }] of Object.entries(await openEventTools(place, stack))) {
    if (generation.isNewGeneration) place.write(`The log of ${service} goes on in generation ${generation.gen}.`);
  }
}

function secretsCommandOf({ config, database, write }: KeysPlace): SecretKeysCommand {
  return { config: config.secrets, database, dataDir: directoriesOf(config).dataDir, write };
}
