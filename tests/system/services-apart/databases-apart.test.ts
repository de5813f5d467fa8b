import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldHashes, oldLink, oldPassword, oldServer } from '@onceover/moving-in/test-support';
import { connectionString } from '@onceover/postgres-server';
import { logNames } from '@onceover/schema/events/logs';
import { webOperations } from '@onceover/schema/operations';
import type { TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { startTestRedis } from '@onceover/testing/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { Browser } from '../../support/browser.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { People, type Person } from '../../support/people.ts';
import { type SplitSystem, spawnSplit } from '../../support/spawn-split.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

const commandMain = fileURLToPath(new URL('../../../infra/distributed/src/command-main.ts', import.meta.url));
const SOON = { withinMs: 30_000, everyMs: 200 };
const FEED = '{ activity { items { kind secret { key state } } } }';
const ownTrail = webOperations.find(({ name }) => name === 'OwnTrail')?.document ?? '';

const databases = new Map<string, TestDatabase>();
let place: TemporaryPlace;
let split: SplitSystem;
let visitor: ApiClient;
let nina: Person;

beforeAll(async () => {
  for (const name of logNames) databases.set(name, await freshDatabase());
  const { address } = databases.get('accounts') ?? expect.fail();
  const urls = [...databases].map(([name, own]) => [name, { ONCEOVER_DATABASE_URL: connectionString(own.address) }]);
  split = await spawnSplit({ database: address, envOf: Object.fromEntries(urls) });
  place = temporaryPlace();
  mkdirSync(envDir());
  for (const { name, settings } of split.all) {
    // As `npm run start:distributed` writes it: what may have a password is not in there.
    const { ONCEOVER_REDIS_URL: _, ...shown } = settings;
    const lines = Object.entries(shown).map(([key, value]) => `${key}=${value}`);
    writeFileSync(path.join(envDir(), `${name}.env`), lines.join('\n'));
  }
  const [url = ''] = split.urls;
  visitor = new ApiClient(url);
  const runAccounts = async (argv: readonly string[]) => expect((await run(['accounts', ...argv])).said).toBe('');
  const later = async () => undefined;
  nina = await new People({ url, mailDir: split.mailDir, drain: later, runAccounts }).paidCustomer();
});
afterAll(async () => {
  visitor?.[Symbol.dispose]();
  await split?.[Symbol.asyncDispose]();
  for (const database of databases.values()) await database[Symbol.asyncDispose]();
  place?.[Symbol.dispose]();
});

const envDir = () => path.join(place.path, 'env');

/** An operator's command beside the processes, with their settings; gives its exit code and what it said. */
async function run(argv: readonly string[], at = envDir()) {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('ONCEOVER_'));
  const child = spawn(process.execPath, [commandMain, at, ...argv], {
    env: Object.fromEntries(others),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((ended) => child.once('close', ended));
  return { code, said };
}

async function feedOf({ browser }: Person): Promise<readonly { readonly kind: string }[]> {
  const { json } = await browser.graph(FEED);
  expect(json.errors).toBeUndefined();
  return json.data.activity.items;
}

describe('services with a database each', () => {
  test('work together: a secret is concealed and opened, and feed and trail of its owner show it', async () => {
    const { json } = await nina.browser.post('/api/v2/secret/conceal', { secret: 'plums apart' });
    expect((await visitor.reveal(json.record.secret.key)).body.record.secret_value).toBe('plums apart');
    await eventually(async () => {
      expect((await feedOf(nina)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['CREATED', 'OPENED']));
      const trail = (await nina.browser.graph(ownTrail)).json.data.viewer.auditTrail.entries;
      const actions = trail.map(({ action }: { action: string }) => action);
      expect(actions).toEqual(expect.arrayContaining(['secret.created', 'secret.received', 'account.verified']));
    }, SOON);
  });

  test('have nothing of each other in their databases', async () => {
    for (const [name, database] of databases) {
      const { rows } = await database
        .pool()
        .query('select nspname from pg_namespace where nspname = any ($1)', [logNames]);
      expect(rows).toEqual([{ nspname: name }]);
    }
  });
});

describe('commands of operators beside services that run apart', () => {
  test('events: every consumer is shown with how far it is, from the tables of its own service', async () => {
    const { code, said } = await run(['events', 'status']);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('the oldest writing transaction') });
    for (const name of logNames) expect(said).toMatch(new RegExp(`^${name}\\.`, 'm'));
    expect(await run(['events', 'dlq', 'list'])).toEqual({ code: 0, said: 'none\n' });
  });

  test('rebuild: the feed is made anew from the logs of three services, and is what it was', async () => {
    const before = await feedOf(nina);
    expect(before.length).toBeGreaterThan(1);
    const { code, said } = await run(['rebuild', 'notifications.account_feed']);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^rebuilt \S+ from [1-9]\d* events\n$/) });
    expect(await feedOf(nina)).toEqual(before);
  });

  test('audit: the trail is checked against the logs of the others, counted anew and printed', async () => {
    await eventually(async () => {
      expect(await run(['audit', 'verify'])).toEqual({
        code: 0,
        said: expect.stringMatching(/^Checked entries: [1-9].*\nThe audit trail is as it was written\.\n$/s),
      });
    }, SOON);
    const { said } = await run(['audit', 'recount']);
    for (const name of logNames) expect(said).toMatch(new RegExp(`^${name}: \\d+ events counted$`, 'm'));
    expect(await run(['audit', 'export', '--format', 'csv'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('secret.received'),
    });
  });

  test('audit: while the owner of a log is down the check says so, and finds nothing wrong', async () => {
    const [notifications] = split.of('notifications');
    await notifications?.end('SIGTERM');
    const { code, said } = await run(['audit', 'verify']);
    await notifications?.restart();
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/notifications is not available/) });
    expect(said).not.toMatch(/NOT as it was written/);
  });

  test('accounts and mail: each works on its own service', async () => {
    expect(await run(['accounts', 'grant-plan', nina.email, 'basic'])).toEqual({
      code: 0,
      said: 'The account has the plan basic.\n',
    });
    expect(await run(['accounts', 'make-colonel', nina.email])).toMatchObject({ code: 1 });
    expect(await run(['mail', 'allow', 'nobody@example.com'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('not on the list'),
    });
  });

  test('backup: the databases of all services are in one, as of one moment, and it is opened', async () => {
    const kept = path.join(place.path, 'kept');
    const created = await run(['backup', 'create', '--to', kept]);
    expect(created).toMatchObject({ code: 0, said: expect.stringContaining('a base backup') });
    const backup = created.said.split(': ')[0] ?? '';
    const { code, said } = await run(['backup', 'verify', backup]);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('The backup is whole') });
    for (const [name, { address }] of databases) {
      expect(said).toMatch(new RegExp(`Database ${address.database}: (?:.|\\n  )*events of ${name}: `));
    }
    expect(said).toContain('accounts: 1');
    expect(await run(['backup', 'restore', backup])).toMatchObject({
      code: 1,
      said: expect.stringContaining('--into'),
    });
    expect(await run(['backup', 'create', '--to', path.join(split.keysDir, 'audit', 'kept')])).toMatchObject({
      code: 1,
      said: expect.stringContaining('apart from the keys'),
    });
  });

  test('keys: those of every service are in order, and the key-encryption key is replaced in the key store', async () => {
    const { code, said } = await run(['keys', 'status']);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('Everything is in order.') });
    for (const name of ['accounts', 'notifications', 'audit'])
      expect(said).toContain(`keys of ${name}: ${split.keysDir}`);
    expect(said).toMatch(/^keys of secrets: https:\/\/127\.0\.0\.1:\d+$/m);
    expect(await run(['keys', 'rotate-kek'])).toMatchObject({ code: 0, said: expect.stringContaining('Version 2') });
    expect(await run(['keys', 'rotate-kek'], path.join(envDir(), 'audit.env'))).toMatchObject({ code: 1 });
    const links = await visitor.conceal('under the new one');
    expect((await visitor.reveal(links.secretKey)).status).toBe(200);
  });

  test('import: people and links of another server move into the databases of two services, and work at once', async () => {
    await using redis = await startTestRedis();
    const old = oldServer('0.18');
    const tom = { email: 'tom@old.example.com', objid: 'tom' };
    const created = Math.floor(Date.now() / 1_000);
    await redis.fill([
      ...old.account({ ...tom, more: { passphrase: oldHashes.bcrypt } }),
      ...old.metadata(oldLink.metadataKey, oldLink.secretKey, { custid: tom.email, created }),
      ...old.secret(oldLink.secretKey, { value: oldLink.sealed, value_encryption: 2 }),
    ]);
    const file = path.join(place.path, 'site-secret');
    writeFileSync(file, oldLink.siteSecret);
    const move = () => run(['import', 'onetime', redis.url, '--apply', '--site-secret-file', file]);
    expect(await move()).toMatchObject({ code: 0, said: expect.stringMatching(/^secrets +found 1, taken 1/m) });
    const [url = ''] = split.urls;
    expect((await new Browser(url).post('/api/v2/signin', { email: tom.email, password: oldPassword })).status).toBe(
      200,
    );
    expect((await visitor.reveal(oldLink.secretKey)).body.record.secret_value).toBe(oldLink.value);
    expect(await move()).toMatchObject({ code: 0, said: expect.stringMatching(/^accounts +found 1, taken 0/m) });
    expect((await visitor.reveal(oldLink.secretKey)).status).toBe(404);
  });

  test('a command is told which settings it lacks', async () => {
    const file = (name: string) => path.join(envDir(), name);
    expect(await run(['accounts', 'end-sessions', nina.email], file('secrets.env'))).toEqual({
      code: 1,
      said: expect.stringContaining('This is about accounts: name the file accounts.env'),
    });
    expect(await run(['events', 'status'], file('gateway.env'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('a file is named after its service'),
    });
    expect(await run(['events', 'status'], place.path)).toMatchObject({
      code: 1,
      said: expect.stringContaining('is there'),
    });
    expect((await run(['event'])).code).toBe(2);
  });
});
