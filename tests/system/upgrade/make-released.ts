import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type PostgresServer, startPostgresServer } from '@onceover/postgres-server';
import { release } from '@onceover/schema/release';
import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { freePort } from '@onceover/testing/free-port';
import pg from 'pg';
import type { Place } from '../../support/people.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';
import { contractOf } from './contract.ts';
import type { Story } from './story.ts';
import { DESK, leaveMailPending, tellStory } from './tell-story.ts';

/*
 * `node tests/system/upgrade/make-released.ts [DIRECTORY]`: runs this version's program, lets people live with it, stops it, and
 * writes what it leaves behind to the directory. Default: that of this version. `PG_DUMP` names a pg_dump of PostgreSQL's version.
 */

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../../infra/embedded/src/command-main.ts', import.meta.url));

async function makeReleased(target: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(temporaryPlace());
  const dns = stack.use(await startDnsServer());
  const settings = { ONCEOVER_INCOMING_RECIPIENT: DESK, ONCEOVER_SIGNUP_PLANS: 'basic,identity' };
  const lives = await live(place, dns, settings);
  const stoppedAt = Date.now();
  const server = stack.use(
    await startPostgresServer({ dataDir: path.join(place.dataDir, 'postgres'), database: 'onceover' }),
  );
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(place.keysDir, path.join(target, 'keys'), { recursive: true });
  const facts = await factsOf(server);
  const story: Story = { version: release.version, stoppedAt, settings, ...facts, ...lives };
  writeJson(path.join(target, 'story.json'), story);
  writeCompressed(path.join(target, 'contract.json.gz'), JSON.stringify(await contractOf(server.address)));
  writeCompressed(path.join(target, 'database.sql.gz'), await dump(server));
}

/** Twice: the second time no mail server answers. */
async function live(place: TemporaryPlace, dns: DnsServer, settings: Readonly<Record<string, string>>) {
  const mailDir = path.join(place.path, 'mail');
  const port = String(await freePort());
  const common = {
    ...settings,
    ONCEOVER_DNS_SERVERS: dns.address,
    ONCEOVER_PORT: port,
    ONCEOVER_KEYS_HOST: 'released',
  };
  const { told, customer } = await running(place, { ...common, ONCEOVER_MAIL_DIR: mailDir }, (url) =>
    tellStory(placeAt(place, url, mailDir), dns),
  );
  const nowhere = `smtp://127.0.0.1:${await freePort()}`;
  const left = await running(place, { ...common, ONCEOVER_SMTP_URL: nowhere }, () => leaveMailPending(customer));
  const trailEntries = Object.keys(left.views.trail as object).length;
  return { ...told, ...left, trailEntries };
}

async function running<R>(
  place: TemporaryPlace,
  env: Readonly<Record<string, string>>,
  work: (url: string) => Promise<R>,
): Promise<R> {
  await using system = spawnSystem({ ...place, env });
  const result = await work(await system.ready);
  system.signal('SIGTERM');
  const { code, output } = await system.ended;
  if (code !== 0) throw new Error(`the program exited with ${code}:\n${output}`);
  return result;
}

function placeAt({ dataDir, keysDir }: TemporaryPlace, url: string, mailDir: string): Place {
  const env = {
    ...process.env,
    ONCEOVER_DATA_DIR: dataDir,
    ONCEOVER_KEYS_DIR: keysDir,
    ONCEOVER_KEYS_HOST: 'released',
  };
  return {
    url,
    mailDir,
    // Whoever needs something of a consumer asks until it is there.
    drain: async () => undefined,
    runAccounts: async (argv) => void (await run(process.execPath, [program, 'accounts', ...argv], { env })),
  };
}

async function factsOf({
  address,
}: PostgresServer): Promise<Pick<Story, 'nextTransaction' | 'postgresMajor' | 'roles'>> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select pg_snapshot_xmax(pg_current_snapshot())::text as "nextTransaction",
         current_setting('server_version_num')::int / 10000 as "postgresMajor",
         array(select rolname::text from pg_roles where rolname like 'onceover\\_%' order by 1) as roles`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

/** As text that needs no tools to be read in: without the words that only psql understands. */
async function dump({ address }: PostgresServer): Promise<string> {
  const { host, port, user, database } = address;
  const words = [
    '--inserts',
    '--rows-per-insert=50',
    '--no-owner',
    '-h',
    host,
    '-p',
    String(port),
    '-U',
    user,
    database,
  ];
  const { stdout } = await run(process.env.PG_DUMP ?? 'pg_dump', words, { maxBuffer: 2 ** 28 });
  return stdout.replaceAll(/^\\(un)?restrict .*\n/gm, '');
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

function writeCompressed(file: string, text: string): void {
  writeFileSync(file, gzipSync(text, { level: 9 }));
}

const [directory = fileURLToPath(new URL(`./released/${release.version}`, import.meta.url))] = process.argv.slice(2);
await makeReleased(directory);
process.stdout.write(`${directory}\n`);
