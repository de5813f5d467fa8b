import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { PostgresAddress } from '@onceover/postgres-server';
import { type FileFacts, writeFile } from './write-file.ts';

/** The programs of PostgreSQL's client that are needed. */
export type PostgresTool = 'pg_dump' | 'pg_restore';

/** A program is not there, is too old, or has failed; the message is for whoever asked for a backup. */
export class PostgresToolFailed extends Error {
  override readonly name = 'PostgresToolFailed';
}

/**
 * Refuses a program that cannot read what a server of this major version writes: a newer one can, an older one cannot.
 *
 * Throws  `PostgresToolFailed`
 */
export async function requireTool(tool: PostgresTool, major: number): Promise<void> {
  const found = await majorOf(tool);
  const wanted = `Install the client of PostgreSQL ${major} or newer, and put its directory on the path`;
  if (found === undefined) throw new PostgresToolFailed(`There is no ${tool} on the path. ${wanted}.`);
  if (found < major) {
    throw new PostgresToolFailed(
      `The ${tool} on the path is of version ${found}, and the server of ${major}. ${wanted}.`,
    );
  }
}

/** Undefined if it does not start. */
async function majorOf(tool: PostgresTool): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(tool, ['--version'], { timeout: 20_000 });
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
  } catch {
    return undefined;
  }
}

/** Writes one database as of one moment, with `pg_dump` in its custom format. Throws `PostgresToolFailed`. */
export async function dumpDatabase(address: PostgresAddress, file: string): Promise<FileFacts> {
  const child = start('pg_dump', ['--format=custom', '--no-password'], address);
  const [facts] = await Promise.all([writeFile(child.process.stdout, file), child.ended]);
  return facts;
}

/** Puts a dump into an empty database, all of it or nothing. Throws `PostgresToolFailed`. */
export async function restoreDump(address: PostgresAddress, file: string): Promise<void> {
  const words = ['--no-password', '--exit-on-error', '--single-transaction', '--no-owner'];
  const child = start('pg_restore', [...words, `--dbname=${address.database}`, file], address);
  child.process.stdout.resume();
  await child.ended;
}

/** Reads the table of contents of a dump. Throws `PostgresToolFailed`. */
export async function readDumpContents(file: string): Promise<void> {
  const child = start('pg_restore', ['--list', file]);
  child.process.stdout.resume();
  await child.ended;
}

/** The password goes by the environment: a list of arguments is for all to see. Nothing else of ours goes along. */
function start(tool: PostgresTool, words: readonly string[], address?: PostgresAddress) {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env;
  const child = spawn(tool, words, {
    env: { PATH, HOME, TMPDIR, SystemRoot, LC_ALL: 'C', ...(address && connectionOf(address)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { process: child, ended: endOf(child, tool) };
}

function connectionOf({ host, port, user, password, database }: PostgresAddress): Record<string, string> {
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    ...(password === '' ? {} : { PGPASSWORD: password }),
  };
}

async function endOf(child: ChildProcess, tool: PostgresTool): Promise<void> {
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  const failed = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `exit ${code ?? signal}: ${complaint.trim()}`),
    );
  });
  if (failed !== undefined) throw new PostgresToolFailed(`${tool} failed: ${failed}`);
}
