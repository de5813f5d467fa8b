import { execFile } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { connectionString, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import pg from 'pg';
import { inItsPlace, noFaketime } from '../../../infra/bootstrap/find-faketime.js';
import { temporaryPlace } from '../../support/temporary-place.ts';
import type { Contract, Story } from './story.ts';

const RELEASED = new URL('./released/', import.meta.url);
const commands = fileURLToPath(new URL('../../../infra/embedded/src/command-main.ts', import.meta.url));
const run = promisify(execFile);

/** Every version whose data is kept, oldest first. */
export const releasedVersions: readonly string[] = readdirSync(RELEASED)
  .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  .sort(new Intl.Collator('en', { numeric: true }).compare);

const fileOf = (version: string, name: string) => new URL(`${version}/${name}`, RELEASED);
const textOf = (version: string, name: string) => gunzipSync(readFileSync(fileOf(version, name))).toString('utf8');

export const storyOf = (version: string): Story => JSON.parse(readFileSync(fileOf(version, 'story.json'), 'utf8'));
export const contractOfReleased = (version: string): Contract => JSON.parse(textOf(version, 'contract.json.gz'));

/** So long after the old program had stopped does the new one start, by every clock that the two look at. */
const STOPPED_SECONDS = 360;
/** Codes of authenticator apps last as long. */
const TOTP_SECONDS = 30;

/**
 * What a released version left behind, in a database and a keys directory of its own, at the time when it was left: stored
 * times are bound into ciphers, ids and the chain of the trail, so nothing is moved. Clocks are, of PostgreSQL and of programs.
 */
export interface Released {
  readonly story: Story;
  readonly database: PostgresAddress;
  readonly place: { readonly path: string; readonly dataDir: string; readonly keysDir: string };
  /** For programs that work on it: the settings of the story, where it is, and the clock. */
  readonly env: Readonly<Record<string, string>>;
  /** How many codes of an authenticator app its time is ahead of ours. */
  readonly stepsAhead: number;
  /** `npm run …` on it: what it printed. Rejects if it fails. */
  command(...argv: readonly string[]): Promise<string>;
}

/** Loads what is kept of a version; `stack` removes it. */
export async function loadReleased(version: string, stack: AsyncDisposableStack): Promise<Released> {
  const story = storyOf(version);
  const place = stack.use(temporaryPlace());
  const stepsAhead = Math.ceil((story.stoppedAt + STOPPED_SECONDS * 1000 - Date.now()) / (TOTP_SECONDS * 1000));
  const clock = clockAhead(stepsAhead * TOTP_SECONDS);
  const dataDir = path.join(place.path, 'server');
  const server = stack.use(await startPostgresServer({ dataDir, database: 'onceover', environment: clock }));
  await fill(server.address, story);
  cpSync(fileURLToPath(fileOf(version, 'keys')), place.keysDir, { recursive: true });
  closeKeys(place.keysDir);
  const env = {
    ...clock,
    ...story.settings,
    ONCEOVER_DATABASE_URL: connectionString(server.address),
    ONCEOVER_KEYS_DIR: place.keysDir,
    ONCEOVER_KEYS_HOST: 'released',
  };
  const command = async (...argv: readonly string[]) =>
    (await run(process.execPath, [commands, ...argv], { cwd: place.path, env: { PATH: process.env.PATH, ...env } }))
      .stdout;
  // A dump is a move to another server: the operator's word says that the one it came from will not run again.
  await command('keys', 'confirm-move');
  return { story, database: server.address, place, env, stepsAhead, command };
}

/** Reads the dump in as the owner of the database, where transactions are numbered on from those that it tells of. */
async function fill(database: PostgresAddress, { version, roles, nextTransaction }: Story): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    for (const role of roles) await client.query(`create role ${client.escapeIdentifier(role)} nologin`);
    await client.query(
      `do $$ begin while pg_current_xact_id()::text::bigint < ${BigInt(nextTransaction)} loop commit; end loop; end $$`,
    );
    await client.query(textOf(version, 'database.sql.gz'));
  } finally {
    await client.end();
  }
}

/** Git keeps no rights, and the program refuses keys that others can read. */
function closeKeys(directory: string): void {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(directory, entry);
    chmodSync(file, statSync(file).isDirectory() ? 0o700 : 0o600);
  }
}

/** The environment of a process whose clock is ahead of ours, or behind it; timers run as ever. */
function clockAhead(seconds: number): Readonly<Record<string, string>> {
  // `npm test` finds it.
  const library = process.env.FAKETIME_LIBRARY ?? inItsPlace();
  if (library === undefined) throw new Error(noFaketime);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}
