import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { directory } from '@onceover/schema/settings';
import { CommandRefused } from '@onceover/service-kit/command-line';
import { codeOf } from '@onceover/service-kit/errors';
import { z } from 'zod';

/** Where backups are. */
export const backupDir = {
  env: 'ONCEOVER_BACKUP_DIR',
  schema: directory.optional(),
  doc: 'Directory that `npm run backup` writes backups to, outside the data and the keys directory. Default: none; `--to` names one.',
} as const;

/** What this version writes, and the newest that it reads. */
export const MANIFEST_FORMAT = 1;
const MANIFEST = 'manifest.json';

/** A backup that is complete has such a name; while it is written, it has another. */
const NAME = /^\d{8}T\d{6}Z$/;

/** The archive of a base backup. */
export const BASE = 'base.tar.gz';
/** A manifest has a few lines for each database. */
const MOST_MANIFEST_BYTES = 1024 * 1024;

/** Inside the backup, and nowhere else. */
const fileName = z.string().regex(/^[\w-][\w.-]*$/);
/** What PostgreSQL calls something. It is shown in a terminal, which must not obey it. */
const postgresName = z.string().regex(/^\P{C}{1,63}$/u);

const fileSchema = z.strictObject({
  name: fileName,
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const databaseSchema = z.strictObject({
  name: postgresName,
  /** Those by which keys know it, now or formerly. */
  ids: z.array(z.uuid()),
  /** Of a dump, the file that has this database, and the roles that it gives rights to. */
  file: fileName.optional(),
  roles: z.array(postgresName).optional(),
});

const manifestSchema = z
  .strictObject({
    format: z.literal(MANIFEST_FORMAT),
    madeAt: z.iso.datetime(),
    /** `base`: the files of a PostgreSQL server of ours; `dump`: what `pg_dump` wrote of each database. */
    kind: z.enum(['base', 'dump']),
    onceover: z.string().regex(/^\d[\w.+-]{0,99}$/),
    /** Of several servers, all versions. */
    postgres: z.string().regex(/^\d[ -~]{0,999}$/),
    /** How much room it needs when it is put back, in bytes; of a dump about. */
    unpackedBytes: z.int().nonnegative(),
    databases: z.array(databaseSchema).min(1),
    files: z.array(fileSchema).min(1),
  })
  .refine(({ kind, databases, files }) => {
    const wanted = kind === 'base' ? [BASE] : databases.map(({ file }) => file);
    return wanted.every((file) => files.some(({ name }) => name === file));
  }, 'what is to be opened is among the files whose content is checked');
export type Manifest = z.infer<typeof manifestSchema>;
export type BackupFile = Manifest['files'][number];
export type BackedUpDatabase = Manifest['databases'][number];

/** A backup that is complete, as its manifest describes it; whether it is whole says `npm run backup -- verify`. */
export interface Backup {
  /** Such as `20261126T134500Z`. */
  readonly name: string;
  readonly madeAt: Date;
  readonly kind: Manifest['kind'];
  readonly bytes: number;
}

/** The name of a backup that is made now. */
export const backupNameAt = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '');

export const manifestFileOf = (backup: string): string => path.join(backup, MANIFEST);

/** The complete backups in a directory, newest first; none if it does not exist. What is no backup is passed over. */
export async function backupsIn(directory: string): Promise<readonly Backup[]> {
  const names = (await namesIn(directory)).filter((name) => NAME.test(name));
  const found = await Promise.all(names.map((name) => readBackup(directory, name)));
  return found
    .filter((backup) => backup !== undefined)
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

async function readBackup(directory: string, name: string): Promise<Backup | undefined> {
  try {
    const { madeAt, kind, files } = await readManifest(path.join(directory, name));
    return { name, madeAt: new Date(madeAt), kind, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
  } catch (error) {
    if (error instanceof CommandRefused) return undefined;
    throw error;
  }
}

/** Refuses  `CommandRefused`: there is none, or not one that this version can read */
export async function readManifest(backup: string): Promise<Manifest> {
  const file = manifestFileOf(backup);
  const manifest = parseJson(await readText(file, backup), file);
  const { format } = z.looseObject({ format: z.int() }).safeParse(manifest).data ?? {};
  if (format !== undefined && format > MANIFEST_FORMAT) {
    throw new CommandRefused(
      `The backup ${backup} was made by a newer Onceover (format ${format}; this one reads ${MANIFEST_FORMAT}). Use that version.`,
    );
  }
  const { success, data } = manifestSchema.safeParse(manifest);
  if (!success) throw new CommandRefused(`${file} does not describe a backup: it was changed or damaged.`);
  return data;
}

async function readText(file: string, backup: string): Promise<string> {
  try {
    // A pipe would be waited for, and a device has no end.
    const found = await stat(file);
    return found.isFile() && found.size <= MOST_MANIFEST_BYTES ? await readFile(file, 'utf8') : '';
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    throw new CommandRefused(`${backup} is not a complete backup: it has no ${MANIFEST}.`);
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandRefused(`${file} does not describe a backup: it was changed or damaged.`);
  }
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
