import path from 'node:path';
import { parseArgs } from 'node:util';
import { openAccountsEventTools } from '@onceover/accounts';
import { openAuditEventTools } from '@onceover/audit';
import { openNotificationsEventTools } from '@onceover/notifications';
import { acceptLastingKeys, checkLastingKeys } from '@onceover/postgres-kit/check-lasting-keys';
import { claimKeysDirectory, takeOverKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import { readLogGenerations } from '@onceover/postgres-kit/log-generations';
import { logNames } from '@onceover/schema/events/logs';
import { lastingKeys } from '@onceover/schema/lasting-keys';
import {
  confirmSecretKeyLoss,
  holdsUnknownEpochKeys,
  openSecretsEventTools,
  recordKeysMove,
  replaceSecretKek,
  type SecretKeysCommand,
  showSecretKeys,
} from '@onceover/secrets';
import { KeysElsewhere } from '@onceover/service-kit/keys-directory';
import type { CommandPlace } from './command-place.ts';
import { migrateAll } from './database.ts';

const usage = `usage:
  status                      which keys are there, what is missing and why, and what to do
  confirm-loss                what is missing will not come back: what it protected ends as expired
  confirm-loss --restored     the database was restored from a backup: everything that waited then ends as expired
  confirm-move                the database was moved or upgraded, and will not run in its old place again
  rotate-kek                  replaces the key-encryption key now`;

/** `npm run keys -- …`, beside a running server or without one. Gives the exit code: 0 done, 1 refused, 2 not understood. */
export async function runKeys(argv: readonly string[], place: CommandPlace): Promise<number> {
  const asked = parse(argv);
  if (asked === undefined) {
    place.write(usage);
    return 2;
  }
  if (asked.verb === 'status') return await showStatus(place);
  if (asked.verb === 'confirm-move') return await confirmMove(place);
  if (asked.verb === 'confirm-loss') return await confirmLoss(place, asked.isRestored);
  await claimKeysDirectory(place.database, keysPlaceOf(place));
  await migrateAll(place.database);
  await replaceSecretKek(secretsCommandOf(place));
  return 0;
}

type Verb = 'status' | 'confirm-loss' | 'confirm-move' | 'rotate-kek';
const verbs: readonly string[] = ['status', 'confirm-loss', 'confirm-move', 'rotate-kek'] satisfies Verb[];

function parse(argv: readonly string[]): { verb: Verb; isRestored: boolean } | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      options: { restored: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [verb = '', ...more] = positionals;
    const isRestored = values.restored === true;
    if (!verbs.includes(verb) || more.length > 0 || (isRestored && verb !== 'confirm-loss')) return undefined;
    return { verb: verb as Verb, isRestored };
  } catch {
    return undefined;
  }
}

async function showStatus(place: CommandPlace): Promise<number> {
  const { database, write } = place;
  const { keysDir } = keysPlaceOf(place);
  await claimKeysDirectory(database, keysPlaceOf(place));
  write(`keys directory: ${keysDir}`);
  await migrateAll(database);
  const code = await showSecretKeys(secretsCommandOf(place));
  await checkLastingKeys(database, keysDir, lastingKeys);
  if (code === 0) write('Everything is in order.');
  return code;
}

async function confirmMove(place: CommandPlace): Promise<number> {
  await takeOverKeysDirectory(place.database, keysPlaceOf(place));
  await migrateAll(place.database);
  await recordKeysMove(secretsCommandOf(place));
  place.write('The keys directory serves this database now. Nothing was given up. Its old place must not run again.');
  return 0;
}

async function confirmLoss(place: CommandPlace, isRestored: boolean): Promise<number> {
  const { database, write } = place;
  const keysPlace = keysPlaceOf(place);
  if (isRestored) await takeOverKeysDirectory(database, keysPlace);
  else if (await isElsewhere(place)) return 1;
  await migrateAll(database);
  const command = secretsCommandOf(place);
  if (!isRestored && (await holdsUnknownEpochKeys(command))) {
    write(
      `The keys directory ${keysPlace.keysDir} holds epoch keys that this database did not make: it was restored from a backup, or`,
    );
    write('another copy of it runs on these keys. If it was restored, and no other copy will run on these keys again:');
    write('  npm run keys -- confirm-loss --restored');
    return 1;
  }
  for (const { file, lost } of await acceptLastingKeys(database, keysPlace.keysDir, lastingKeys)) {
    write(`Given up: ${file} as it was (${lost}).`);
  }
  await raiseGenerations(place);
  await confirmSecretKeyLoss(command, { isRestored });
  return 0;
}

/** Whether the directory serves another copy; then the way on is an operator's word, which is printed. */
async function isElsewhere(place: CommandPlace): Promise<boolean> {
  try {
    await claimKeysDirectory(place.database, keysPlaceOf(place));
    return false;
  } catch (error) {
    if (!(error instanceof KeysElsewhere)) throw error;
    place.write(error.message);
    return true;
  }
}

/** Opening a log begins another generation where a restore made that necessary: what happens from now on comes after what is there. */
async function raiseGenerations({ config, database, write }: CommandPlace): Promise<void> {
  const before = await readLogGenerations(database, logNames);
  await using stack = new AsyncDisposableStack();
  await openSecretsEventTools(database, stack);
  await openAccountsEventTools(config.accounts, database, stack);
  await openNotificationsEventTools(database, stack);
  await openAuditEventTools(database, stack);
  for (const [service, gen] of await readLogGenerations(database, logNames)) {
    if (gen !== before.get(service)) write(`The log of ${service} goes on in generation ${gen}.`);
  }
}

function keysPlaceOf({ config }: CommandPlace): { keysDir: string; dataDir: string } {
  return { keysDir: config.secrets.keysDir, dataDir: path.resolve(config.embedded.dataDir) };
}

function secretsCommandOf({ config, database, write }: CommandPlace): SecretKeysCommand {
  return { config: config.secrets, database, dataDir: path.resolve(config.embedded.dataDir), write };
}
