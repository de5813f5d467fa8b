import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { keptPassword, SUPERUSER } from './authentication.ts';
import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { PostgresServerError } from './errors.ts';
import type { RunAs } from './run-as.ts';

/**
 * Creates an empty cluster: checksums on, UTF-8, and a collation built into PostgreSQL, so that an update of the
 * system's locales never changes the order of an index.
 *
 * It is created next to its final place and moved there when complete, so a kill in between leaves nothing half-made.
 */
export async function initialiseCluster(binaries: Binaries, directory: DataDirectory, runAs: RunAs): Promise<void> {
  const unfinished = path.join(directory.root, 'cluster.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (runAs.account !== undefined) chownSync(unfinished, runAs.account.uid, runAs.account.gid);
  const password = keptPassword(directory);
  await run(runAs, binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    '--data-checksums',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(password === ''
      ? ['--auth=peer']
      : ['--auth=scram-sha-256', `--pwfile=${path.join(directory.root, 'password')}`]),
  ]);
  renameSync(unfinished, directory.cluster);
}

async function run(runAs: RunAs, initdb: string, options: readonly string[]): Promise<void> {
  const { program, args } = runAs.command(initdb, options);
  const child = spawn(program, args, { ...runAs.spawnOptions, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  const failed = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `exit ${code ?? signal}: ${complaint.trim()}`),
    );
  });
  if (failed !== undefined) {
    throw new PostgresServerError('start-failed', `PostgreSQL could not prepare its data directory: ${failed}`);
  }
}
