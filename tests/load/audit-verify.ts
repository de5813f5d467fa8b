import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionString } from '@onceover/postgres-server';
import pg from 'pg';
import { askedCount } from './asked-count.ts';
import { fillTrail, seconds, secondsSince } from './fill-trail.ts';
import { type OwnSystem, startOwn } from './systems.ts';

/**
 * Prints how fast the audit trail is written and verified: so many events of accounts are put into a log at once, the running
 * product writes their entries and blocks, then `npm run audit -- verify` checks them. Beside it: how long it takes only to read
 * the same rows as text, and only to hash the same bytes. Nothing passes or fails.
 */
const most = 1_000_000;
const page = 5_000;
const command = new URL('../../infra/embedded/src/command-main.ts', import.meta.url).pathname;

const count = askedCount('entries', most, { most });
const directory = mkdtempSync(join(tmpdir(), 'onceover-audit-bench-'));
try {
  await using own = await startOwn('audit', directory);
  await measure(own);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function measure(own: OwnSystem): Promise<void> {
  const client = new pg.Client(own.database);
  await client.connect();
  await fillTrail(own, client, count);
  const { rows } = await client.query('select count(*)::int as count from audit.blocks');
  console.log(`covered by ${rows[0]?.count} blocks`);
  await client.query('vacuum analyze');
  const { reading, hashing, bytes } = await readAndHash(client);
  await client.end();
  const verifying = performance.now();
  const code = await verify(own);
  const verified = performance.now() - verifying;
  console.log(`verified in ${secondsSince(verifying)} s, ${rate(verifying)} entries a second; exit code ${code}`);
  console.log(`reading the ${Math.round(bytes / 1e6)} MB of the same entries and events alone: ${seconds(reading)} s`);
  console.log(`SHA-256 of the same bytes alone: ${seconds(hashing)} s`);
  console.log(`ratio: ${(verified / reading).toFixed(1)} × reading, ${(verified / hashing).toFixed(1)} × hashing`);
}

/** What no check could do without: in milliseconds. */
async function readAndHash(client: pg.Client): Promise<{ reading: number; hashing: number; bytes: number }> {
  let [reading, hashing, bytes] = [0, 0, 0];
  for (const table of ['audit.entries', 'secrets.events']) {
    await client.query(`begin; declare rows no scroll cursor for select r::text as text from ${table} r`);
    for (let read = 1; read > 0; ) {
      const started = performance.now();
      const { rows } = await client.query<{ text: string }>(`fetch forward ${page} from rows`);
      const got = performance.now();
      for (const { text } of rows) hash('sha256', text, 'buffer');
      hashing += performance.now() - got;
      reading += got - started;
      for (const { text } of rows) bytes += text.length;
      read = rows.length;
    }
    await client.query('commit');
  }
  return { reading, hashing, bytes };
}

async function verify(own: OwnSystem): Promise<number> {
  const env = {
    ...process.env,
    ONCEOVER_DATABASE_URL: connectionString(own.database),
    ONCEOVER_KEYS_DIR: join(directory, 'server-keys'),
  };
  const child = spawn(process.execPath, [command, 'audit', 'verify'], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return Number(code);
}

function rate(started: number): number {
  return Math.round(count / ((performance.now() - started) / 1_000));
}
