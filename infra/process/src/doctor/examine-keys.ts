import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { refuseOtherLastingKeys } from '@onceover/postgres-kit/check-lasting-keys';
import { checkKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import { codeOf } from '@onceover/service-kit/errors';
import { refuseOpenKeys, UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { lastingKeysIn } from '@onceover/service-kit/lasting-key';
import type { CommandKeys, KeysCommandPlace } from '../keys-command.ts';
import { type Found, look, worstOf, wrong } from './finding.ts';

export interface ExaminedKeys {
  readonly isProduction: boolean;
  readonly allowOpenKeys: boolean;
  /** Where the embedded database has its files; undefined where it is elsewhere. */
  readonly dataDir: string | undefined;
  readonly backupDir: string | undefined;
  /** What `npm run keys -- status` works on; undefined while the database cannot be asked. Its lines go to `write`. */
  readonly open: ((write: (line: string) => void) => Promise<KeysCommandPlace>) | undefined;
  /** The keys directories, which can be looked at without the database. */
  readonly directories: readonly string[];
}

const BACK_UP = 'What to back up';
const STATUS = 'npm run keys -- status';

/** What was found, and whether keys and database belong to each other. */
interface Examined {
  readonly found: readonly Found[];
  readonly doFit: boolean;
}

/** Whether the keys are there, fit the database, are nobody else's to read, and are nowhere near the data. Changes nothing. */
export async function examineKeys(examined: ExaminedKeys): Promise<Examined> {
  const { open } = examined;
  const [places, modes, fit] = await Promise.all([
    examinePlaces(examined),
    examineModes(examined),
    open === undefined ? { found: [], doFit: false } : examineFit(open),
  ]);
  const areThere = examined.directories.length === 0 || examined.directories.some((each) => existsSync(each));
  const closed = `${open === undefined ? '' : 'all there, '}closed to others, apart from the data`;
  const inOrder = areThere ? closed : 'none yet: the first start makes them';
  return { found: worstOf([...places, ...modes, ...fit.found], inOrder), doFit: fit.doFit };
}

/** What the start refuses too, without claiming anything. */
async function examineFit(open: NonNullable<ExaminedKeys['open']>): Promise<Examined> {
  const lines: string[] = [];
  try {
    const { directories, epochKeys } = await open((line) => void lines.push(line));
    for (const directory of directories) await refuseUnfit(directory);
    const isInOrder = (await epochKeys?.show()) ?? true;
    if (isInOrder) return { found: [], doFit: true };
    const told = lines.find((line) => /MISSING|SEALED|later state|cannot be opened|unknown/.test(line));
    return { found: [wrong(told ?? 'not everything is in order', STATUS, 'Keys that are lost')], doFit: true };
  } catch (error) {
    return { found: [refusedBy(error)], doFit: false };
  }
}

async function refuseUnfit({ database, keysDir, lastingKeys, ...place }: CommandKeys): Promise<void> {
  await checkKeysDirectory(database, { ...place, keysDir });
  await refuseOtherLastingKeys(database, lastingKeysIn(keysDir), lastingKeys);
}

async function examineModes({ directories, allowOpenKeys }: ExaminedKeys): Promise<readonly Found[]> {
  if (allowOpenKeys) return [];
  const all = await Promise.all(
    directories.map(async (directory) => {
      try {
        await refuseOpenKeys(directory);
        return [];
      } catch (error) {
        if (error instanceof UnsafeKeys)
          return [wrong(`others can read keys in ${directory}`, `chmod -R go= ${directory}`, BACK_UP)];
        // Made by the first start.
        return codeOf(error) === 'ENOENT' ? [] : [refusedBy(error)];
      }
    }),
  );
  return all.flat();
}

async function examinePlaces({
  directories,
  dataDir,
  backupDir,
  isProduction,
}: ExaminedKeys): Promise<readonly Found[]> {
  const inData = directories.filter((each) => dataDir !== undefined && isInside(each, dataDir));
  const inBackups = directories.filter((each) => backupDir !== undefined && isInside(each, backupDir));
  const copied = backupDir === undefined ? undefined : await epochKeyIn(backupDir);
  const isShared = isProduction && dataDir !== undefined && (await anyOnDiskOf(directories, dataDir));
  const elsewhere = 'move them (ONCEOVER_KEYS_DIR)';
  return [
    ...inData.map((each) => wrong(`the keys in ${each} are inside the data directory`, elsewhere, 'Moving the keys')),
    ...inBackups.map((each) =>
      wrong(`the keys in ${each} are inside the directory of backups`, elsewhere, 'Moving the keys'),
    ),
    ...(copied === undefined
      ? []
      : [
          wrong(`a backup holds epoch keys: ${copied}`, 'shred -u that file: what was opened could come back', BACK_UP),
        ]),
    ...(isShared && inData.length === 0
      ? [
          look(
            'keys and data are on one disk: a snapshot of it has both',
            'keep that disk out of snapshots, or move the keys',
            BACK_UP,
          ),
        ]
      : []),
  ];
}

function isInside(one: string, other: string): boolean {
  const way = path.relative(path.resolve(other), path.resolve(one));
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

const EPOCH_KEY = /(^|[\\/])epoch[\\/].*\.key$/;

async function epochKeyIn(directory: string): Promise<string | undefined> {
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  return names.find((name) => EPOCH_KEY.test(name));
}

async function anyOnDiskOf(directories: readonly string[], dataDir: string): Promise<boolean> {
  const [data, ...keys] = await Promise.all([dataDir, ...directories].map(diskOf));
  return data !== undefined && keys.includes(data);
}

const diskOf = (directory: string): Promise<number | undefined> =>
  stat(directory).then(
    ({ dev }) => dev,
    () => undefined,
  );

/** The messages of a start are longer than a line of a screen; the command prints them whole. */
function refusedBy(error: unknown): Found {
  if (error instanceof UnsafeKeys || error instanceof WrongKeysDirectory) {
    const [sentence = ''] = error.message.split(/[.:] |\n/);
    return wrong(sentence, STATUS, BACK_UP);
  }
  throw error;
}
