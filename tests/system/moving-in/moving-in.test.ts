import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LayoutName } from '@onceover/moving-in';
import { type OldAccount, oldHashes, oldLink, oldPassword, oldServer } from '@onceover/moving-in/test-support';
import { findRunningServer, type PostgresAddress } from '@onceover/postgres-server';
import { eventually } from '@onceover/testing/eventually';
import { type RedisCommand, startTestRedis, type TestRedis } from '@onceover/testing/redis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { Browser } from '../../support/browser.ts';
import { ask } from '../../support/http.ts';
import { basic } from '../../support/people.ts';
import { runCommand } from '../../support/run-command.ts';
import { embeddedMain, settingsOfPlace, spawnSystem, withoutSettings } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

const VERIFIED = 10_000;
const UNVERIFIED = 100;

const stack = new AsyncDisposableStack();
let place: TemporaryPlace;
let redis: TestRedis;
let database: pg.Client;
let url: string;
/** An installation at work, beside which everything is moved in. */
beforeAll(async () => {
  redis = stack.use(await startTestRedis());
  place = stack.use(temporaryPlace());
  url = await stack.use(spawnSystem(place)).ready;
  const address = findRunningServer({ dataDir: path.join(place.dataDir, 'postgres'), database: 'onceover' });
  database = new pg.Client(address as PostgresAddress);
  await database.connect();
  stack.defer(() => database.end());
});
afterAll(() => stack.disposeAsync());

const run = (...words: string[]) => runCommand(['import', 'onetime', redis.url, ...words], place);
const count = async (text: string, values: unknown[] = []) =>
  Number((await database.query<{ count: string }>(text, values)).rows[0]?.count);
const importedNow = () => count(`select count(*) from accounts.events where type = 'account.imported'`);

const personOf = (layout: LayoutName, number: number): OldAccount => ({
  email: `person${number}@v${layout.slice(2)}.example.com`,
  objid: `objid${number}`,
});
const tokenOf = (layout: LayoutName, number: number) => `${layout.slice(2)}${number}`.padStart(40, 'c');

function* everybody(layout: LayoutName): Iterable<RedisCommand> {
  const old = oldServer(layout);
  const hashes = Object.values(oldHashes);
  for (let number = 0; number < VERIFIED; number += 1) {
    const more = {
      passphrase: hashes[number % 2] ?? '',
      apitoken: tokenOf(layout, number),
      role: number === 0 ? 'colonel' : 'customer',
    };
    yield* old.account({ ...personOf(layout, number), more });
  }
  for (let number = 0; number < UNVERIFIED; number += 1)
    yield* old.account({
      email: `never${number}@${layout}.example.com`,
      objid: `never${number}`,
      more: { verified: false },
    });
  yield ['SET', 'customer:broken:object', 'no hash'];
  yield* old.domain(`secrets.acme${layout.slice(2)}.com`, personOf(layout, 7));
  const owner = layout === '0.18' ? { custid: personOf(layout, 4).email } : { owner_id: personOf(layout, 4).objid };
  yield* old.metadata(oldLink.metadataKey, oldLink.secretKey, { ...owner, created: Math.floor(Date.now() / 1_000) });
  yield* old.secret(oldLink.secretKey, { value: oldLink.sealed, value_encryption: 2 });
}

/** Starts to move, and is killed when a good part is there. */
async function moveAndBeKilled(): Promise<void> {
  const before = await importedNow();
  const env = { ...withoutSettings(), ...settingsOfPlace(place) };
  const child = spawn(process.execPath, [embeddedMain, 'import', 'onetime', redis.url, '--apply'], {
    env,
    stdio: 'ignore',
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  await eventually(async () => expect(await importedNow()).toBeGreaterThan(before + VERIFIED / 4), {
    withinMs: 120_000,
  });
  child.kill('SIGKILL');
  await closed;
}

describe.each(['0.18', '0.24'] as const)('a server of the layout of %s', (layout) => {
  let before: number;
  beforeAll(async () => {
    await redis.ask('FLUSHALL');
    await redis.fill(everybody(layout));
    before = await importedNow();
  });

  test('is looked at without a change', async () => {
    const { code, text } = await run();
    expect(code).toBe(0);
    expect(text).toContain(
      `found ${VERIFIED + UNVERIFIED + 1}, taken ${VERIFIED}, already there 0, left ${UNVERIFIED + 1}`,
    );
    expect(text).toContain('left: account broken: it is no hash');
    expect(text).toContain(`${UNVERIFIED} left: its address was never verified`);
    expect(await importedNow()).toBe(before);
  });

  test('moves in whole although the move was killed in the middle, and a second time changes nothing', async () => {
    await moveAndBeKilled();
    const some = (await importedNow()) - before;
    expect(some).toBeLessThan(VERIFIED);
    // Whoever is there is there with everything.
    const lacking = `select count(*) from accounts.account a where a.foreign_password is not null
      and not exists (select from accounts.api_token t where t.account_ref = a.account_ref and t.is_api)`;
    expect(await count(lacking)).toBe(0);

    const resumed = await run('--apply');
    expect(resumed.code).toBe(0);
    expect(resumed.text).toContain(`taken ${VERIFIED - some}, already there ${some}, left ${UNVERIFIED + 1}`);
    expect((await importedNow()) - before).toBe(VERIFIED);
    expect(resumed.text).not.toMatch(/\$2a\$|\$argon2|cccccccccc/);

    // The log's own blocks aside.
    const ofPeople = `select count(*) from accounts.events where category in ('account', 'security', 'domain')`;
    const events = await count(ofPeople);
    const again = await run('--apply');
    expect(again.code).toBe(0);
    expect(again.text).toContain(`taken 0, already there ${VERIFIED}, left ${UNVERIFIED + 1}`);
    expect(await count(ofPeople)).toBe(events);
  });

  test.each([
    ['bcrypt', 2],
    ['argon2id', 3],
  ])('lets people in with their old password, hashed by %s', async (_name, number) => {
    const { email } = personOf(layout, number);
    const signIn = (password: string) => new Browser(url).post('/api/v2/signin', { email, password });
    expect((await signIn('wrong')).status).not.toBe(200);
    expect((await signIn(oldPassword)).status).toBe(200);
    expect((await signIn(oldPassword)).status).toBe(200);
    const foreign = `select count(*) from accounts.account where foreign_password is not null and last_sign_in is not null`;
    expect(await count(foreign)).toBe(0);
  });

  test('lets clients in with their old tokens, and nobody with another', async () => {
    const check = (token: string) =>
      ask(url, '/api/v2/authcheck', { headers: { authorization: basic(personOf(layout, 4).email, token) } });
    expect((await check(tokenOf(layout, 4))).status).toBe(200);
    expect((await check(tokenOf(layout, 5))).status).toBe(403);
  });

  test.runIf(layout === '0.18')(
    'keeps links working: the share link opens once, the private link shows it',
    async () => {
      const file = path.join(place.path, 'site-secret');
      writeFileSync(file, `${oldLink.siteSecret}\n`);
      const { code, text } = await run('--apply', '--site-secret-file', file);
      expect(code).toBe(0);
      for (const secret of [oldLink.siteSecret, oldLink.metadataKey, oldLink.secretKey])
        expect(text).not.toContain(secret);
      const privately = () => ask(url, `/api/v2/private/${oldLink.metadataKey}`);
      expect((await privately()).json.record).toMatchObject({ state: 'new' });
      const authorization = basic(personOf(layout, 4).email, tokenOf(layout, 4));
      const recent = await ask(url, '/api/v2/private/recent', { headers: { authorization } });
      expect(recent.json.records ?? recent.json.details).toHaveLength(1);
      using api = new ApiClient(url);
      const reveal = () => api.post(`/api/v2/secret/${oldLink.secretKey}`, { continue: 'true' });
      expect((await reveal()).body.record.secret_value).toBe(oldLink.value);
      expect((await reveal()).status).toBe(404);
      expect((await privately()).json.record).toMatchObject({ state: 'received' });
    },
  );

  test('makes no colonel', async () => {
    expect(await count(`select count(*) from accounts.account where role = 'colonel'`)).toBe(0);
  });
});
