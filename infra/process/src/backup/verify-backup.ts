import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLogFacts } from '@onceover/event-store';
import { ensureRoles, readDumpContents, readEveryTable, requireTool, restoreDump } from '@onceover/postgres-backup';
import { withClient } from '@onceover/postgres-kit/app-connection';
import type { PostgresAddress } from '@onceover/postgres-server';
import { logNames } from '@onceover/schema/events/logs';
import { CommandRefused, type WriteLine } from '@onceover/service-kit/command-line';
import { sizeOf } from '../size-of.ts';
import { checkFiles, type FoundBackup, findBackup } from './backup-directory.ts';
import type { BackupPlace } from './backup-place.ts';
import { kindOf } from './create-backup.ts';
import { checkIds, type OpenedBackup, openBase, startServer, superuserOf } from './opened-base.ts';

/** `npm run backup -- verify`: what it starts is a copy in a place of its own, and sees no key. */
export async function verifyBackup(place: BackupPlace, asked: string, write: WriteLine): Promise<void> {
  const found = await findBackup(place, asked);
  const { manifest } = found;
  write(
    `${found.path}: ${kindOf(manifest)} of ${manifest.madeAt}, by Onceover ${manifest.onceover}, PostgreSQL ${manifest.postgres}.`,
  );
  await checkFiles(found);
  write(`Its files are as they were written (${sizeOf(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0))}).`);
  await using stack = new AsyncDisposableStack();
  const scratch = stack.adopt(await scratchDirectory(manifest.unpackedBytes), (directory) =>
    rm(directory, { recursive: true, force: true }),
  );
  const opened = stack.use(manifest.kind === 'base' ? await openBase(found, scratch) : await openDumps(found, scratch));
  for (const [{ name }, address] of opened.databases) await tellContents(name, address, write);
  write('The backup is whole: it was opened, and every table was read to its end.');
}

/** Where temporary files are; it has to have room for the database. Refuses  `CommandRefused` */
async function scratchDirectory(bytes: number): Promise<string> {
  const { bavail, bsize } = await statfs(tmpdir());
  if (bavail * bsize < bytes * 1.2) {
    throw new CommandRefused(
      `Opening the backup takes ${sizeOf(bytes * 1.2)} in ${tmpdir()}, which has ${sizeOf(bavail * bsize)}. Name a directory with more room in TMPDIR.`,
    );
  }
  const directory = await mkdtemp(path.join(tmpdir(), 'onceover-verify-'));
  // PostgreSQL may run as another user, who has to pass; what is inside is closed.
  await chmod(directory, 0o711);
  return directory;
}

async function openDumps({ path: backup, manifest }: FoundBackup, scratch: string): Promise<OpenedBackup> {
  await requireTool('pg_restore', Number.parseInt(manifest.postgres, 10));
  await using undo = new AsyncDisposableStack();
  const superuser = await superuserOf(undo.use(await startServer(scratch)));
  const databases = [];
  for (const [index, database] of manifest.databases.entries()) {
    const file = path.join(backup, database.file ?? '');
    await readDumpContents(file);
    const address = { ...superuser, database: `opened_${index + 1}` };
    await withClient(superuser, async (client) => {
      await ensureRoles(client, database.roles ?? []);
      await client.query(`create database ${address.database}`);
    });
    await restoreDump(address, file);
    await checkIds(address, database.ids, database.name);
    databases.push([database, address] as const);
  }
  const owned = undo.move();
  return { superuser, databases, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const ACCOUNTS = 'accounts.account';

async function tellContents(name: string, address: PostgresAddress, write: WriteLine): Promise<void> {
  await withClient(address, async (client) => {
    const tables = await readEveryTable(client);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    write(`Database ${name}: ${tables.length} tables, ${rows} rows.`);
    const accounts = tables.find((table) => table.name === ACCOUNTS);
    if (accounts !== undefined) write(`  accounts: ${accounts.rows}`);
    for (const log of logNames) {
      const facts = await readLogFacts(client, log);
      if (facts === undefined) continue;
      const newest = facts.newest === undefined ? '' : `, the newest of ${facts.newest.toISOString()}`;
      write(`  events of ${log}: ${facts.events}${newest}`);
    }
  });
}
