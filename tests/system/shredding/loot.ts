import { execFile } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runOperatorCommand } from '@onceover/embedded/commands';
import { loadEmbeddedConfig } from '@onceover/embedded/config';
import { type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import { noteProof } from '@onceover/testing/proof';
import pg from 'pg';
import { expect } from 'vitest';
import type { StolenLink } from '../../prove/shredding/recipes.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

const run = promisify(execFile);
const ORACLE = fileURLToPath(new URL('../../prove/shredding/oracle-main.ts', import.meta.url));
/** Of what an epoch key is: never in a base backup, in a segment of the log or in a table. */
const KEY_BYTES = 32;

/** A PostgreSQL that archives all that it ever wrote, and what somebody takes of it and of the keys. */
export class Loot implements AsyncDisposable {
  readonly place: TemporaryPlace = temporaryPlace();
  readonly #stack = new AsyncDisposableStack();
  readonly #archive = path.join(this.place.path, 'archive');
  readonly #base = path.join(this.place.path, 'base');
  readonly #moments: string[] = [];
  #database: PostgresAddress | undefined;

  async start(): Promise<PostgresAddress> {
    this.#stack.use(this.place);
    mkdirSync(this.#archive);
    await run('chmod', ['a+rwx', this.#archive]);
    const settings = {
      max_connections: '100',
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `cp %p ${this.#archive}/%f`,
    };
    const dataDir = path.join(this.place.path, 'postgres');
    const { address, pid } = this.#stack.use(await startPostgresServer({ dataDir, settings }));
    noteProof({ processes: [['PostgreSQL', pid]] });
    this.#database = address;
    return address;
  }

  /** A copy of the files while the server works, as `pg_basebackup` makes it. */
  async takeBaseBackup(): Promise<void> {
    const session = new pg.Client(this.#superuser);
    await session.connect();
    await session.query(`select pg_backup_start('stolen', true)`);
    await run('cp', ['-a', path.join(this.place.path, 'postgres', 'cluster'), this.#base]);
    const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await session.end();
    rmSync(path.join(this.#base, 'postmaster.pid'));
    const { uid, gid } = statSync(this.#base);
    writeFileSync(path.join(this.#base, 'backup_label'), rows[0]?.labelfile ?? '');
    chownSync(path.join(this.#base, 'backup_label'), uid, gid);
  }

  /** A moment to which the log is rolled forward. */
  async noteMoment(): Promise<void> {
    const [row] = await this.query<{ now: string }>('select clock_timestamp()::text as now');
    this.#moments.push(row?.now ?? '');
  }

  /** The last segment, too, is in the archive. */
  async archiveAll(): Promise<void> {
    const [row] = await this.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    await expect.poll(() => existsSync(path.join(this.#archive, row?.name ?? '')), { timeout: 30_000 }).toBe(true);
    this.#moments.push('end');
  }

  /** As if the time of the epoch were over: the running service makes the next one and destroys the key. */
  async endEpoch(): Promise<void> {
    const current = async () => (await this.query<{ e: number }>(CURRENT))[0]?.e;
    const before = await current();
    await this.query(`update secrets.epoch set created_at = created_at - interval '1 hour' where state = 'current'`);
    await expect.poll(current, { timeout: 60_000 }).not.toBe(before);
    await expect.poll(async () => (await this.query(OLD)).length, { timeout: 60_000 }).toBe(0);
  }

  /** `npm run keys -- rotate-kek`: another key-encryption key, and with it another epoch. */
  async rotateKek(): Promise<void> {
    const database = this.#address;
    const { dataDir, keysDir } = this.place;
    const config = loadEmbeddedConfig({ ONCEOVER_DATA_DIR: dataDir, ONCEOVER_KEYS_DIR: keysDir });
    const write = () => undefined;
    const open = async () => ({ config, database });
    expect(await runOperatorCommand(['keys', 'rotate-kek'], { config: () => config, open, write })).toBe(0);
  }

  /** Copies of lasting keys, or of erasable ones: of what is destroyed later, too. */
  keepKeys(what: 'lasting' | 'erasable'): void {
    const { keysDir } = this.place;
    const names = what === 'erasable' ? ['epoch'] : ['kek', 'root.key'];
    for (const name of names)
      cpSync(path.join(keysDir, name), path.join(this.keysAside(what), name), { recursive: true });
  }

  keysAside(what: 'lasting' | 'erasable'): string {
    return path.join(this.place.path, `${what}-keys`);
  }

  /** Of the keys that were set aside, how many lie in a base backup, a log or the tables, and which are there no more. */
  async destroyedKeys(): Promise<{ readonly count: number; readonly foundIn: readonly string[] }> {
    const epochs = path.join(this.keysAside('erasable'), 'epoch');
    const living = new Set(readdirSync(path.join(this.place.keysDir, 'epoch')));
    const destroyed = readdirSync(epochs).filter((name) => !living.has(name));
    const keys = destroyed
      .map((name) => readFileSync(path.join(epochs, name)))
      .filter(({ length }) => length === KEY_BYTES);
    const directories = [this.#base, this.#archive, path.join(this.place.path, 'postgres'), this.place.keysDir];
    const files = directories.flatMap(filesIn).filter((file) => existsSync(file) && statSync(file).isFile());
    const foundIn = files.filter((file) => {
      const bytes = readFileSync(file);
      return keys.some((key) => bytes.includes(key));
    });
    return { count: keys.length, foundIn };
  }

  /** Every row that base backup and log hold, found by the program of the oracle. */
  async extractRows(): Promise<void> {
    const room = path.join(this.place.path, 'room');
    mkdirSync(room, { mode: 0o755 });
    const stolen = { base: this.#base, archive: this.#archive, moments: this.#moments, room };
    await this.#oracle('rows', this.#write('stolen.json', stolen), this.#at('rows.json'));
  }

  /** What the oracle opens with these links and the keys in these directories. */
  async attack(links: readonly StolenLink[], keyDirectories: readonly string[]): Promise<readonly (string | null)[]> {
    const out = this.#at('recovered.json');
    await this.#oracle('attack', this.#at('rows.json'), this.#write('links.json', links), ...keyDirectories, out);
    return JSON.parse(readFileSync(out, 'utf8'));
  }

  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client(this.#superuser);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async #oracle(...words: readonly string[]): Promise<void> {
    await run(process.execPath, ['--max-old-space-size=2048', ORACLE, ...words]);
  }

  #write(name: string, content: unknown): string {
    writeFileSync(this.#at(name), JSON.stringify(content));
    return this.#at(name);
  }

  #at(name: string): string {
    return path.join(this.place.path, name);
  }

  get #address(): PostgresAddress {
    if (this.#database === undefined) throw new Error('not started');
    return this.#database;
  }

  get #superuser() {
    return { ...this.#address, user: 'postgres' };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

const CURRENT = `select e from secrets.epoch where state = 'current'`;
const OLD = `select from secrets.epoch where state in ('retiring', 'destroying')`;

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => path.join(directory, name));
}
