import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isOlder } from '@onceover/postgres-kit/schema-release';
import { release } from '@onceover/schema/release';
import { eventually } from '@onceover/testing/eventually';
import { type Mailbox, startMailbox } from '@onceover/testing/mailbox';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../support/browser.ts';
import { post } from '../../support/http.ts';
import { linkKey } from '../../support/mail-files.ts';
import { basic } from '../../support/people.ts';
import { SecretTables } from '../../support/secret-tables.ts';
import { type SpawnedSystem, spawnSystem } from '../../support/spawn-system.ts';
import { totpCode } from '../../support/totp.ts';
import { schemaLines } from './contract.ts';
import { contractOfReleased, loadReleased, type Released, releasedVersions } from './load-released.ts';
import type { Story, ToldPerson, ToldSecret } from './story.ts';
import { expectFine, viewsOf } from './views.ts';

/* What every released version left behind, opened by this one. */

describe.each(releasedVersions)('data of version %s, opened by this one', (version) => {
  const stack = new AsyncDisposableStack();
  let left: Released;
  let story: Story;
  let mailbox: Mailbox;
  let system: SpawnedSystem;
  let url: string;

  beforeAll(async () => {
    left = await loadReleased(version, stack);
    ({ story } = left);
    mailbox = stack.use(await startMailbox());
    await mailbox.goDown();
    system = stack.use(start());
    url = await system.ready;
  });
  afterAll(() => stack.disposeAsync());

  const start = () => spawnSystem({ ...left.place, env: { ...left.env, ONCEOVER_SMTP_URL: mailbox.url } });

  const reveal = ({ secretKey, passphrase, host }: ToldSecret) =>
    post(
      url,
      `/api/v2/secret/${secretKey}`,
      { continue: 'true', ...(passphrase !== undefined && { passphrase }) },
      host === undefined ? {} : { host },
    );

  async function signedIn({ email, password, manualKey }: ToldPerson): Promise<Browser> {
    const browser = new Browser(url);
    expectFine(await browser.post('/api/v2/signin', { email, password }));
    if (manualKey === undefined) return browser;
    const code = totpCode(manualKey, left.stepsAhead);
    expectFine(await browser.post('/api/v2/signin/second-step', { code }));
    return browser;
  }

  test('a customer signs in and finds every list as it was: secrets with labels, domains, plan, language, token, trail', async () => {
    const views = await viewsOf(await signedIn(story.customer));
    expect(views).toMatchObject(story.views);
    expect(Object.keys(views.trail as object).length).toBeGreaterThanOrEqual(story.trailEntries);
  });

  test('every secret that waits opens once, with its content', async () => {
    for (const [name, secret] of Object.entries(story.waiting)) {
      const opened = expectFine(await reveal(secret));
      expect([name, opened.record.secret_value]).toEqual([name, secret.content]);
      expect([name, (await reveal(secret)).status]).toEqual([name, 404]);
    }
  });

  test('what had ended, or ends while nothing runs, does not open', async () => {
    const states: Record<string, string> = {};
    for (const [name, { secretKey, metadataKey }] of Object.entries(story.ended)) {
      expect([name, (await reveal({ secretKey, metadataKey, content: '' })).status]).toEqual([name, 404]);
      states[name] = expectFine(await new Browser(url).get(`/api/v2/private/${metadataKey}`)).record.state;
    }
    expect(states).toEqual({
      received: 'received',
      burned: 'burned',
      expired: 'expired',
      openedOfCustomer: 'received',
    });
  });

  test('an API token works', async () => {
    const authorization = basic(story.customer.email, story.customer.apiToken ?? '');
    expect((await post(url, '/api/v2/secret/conceal', { secret: 'by token' }, { authorization })).json.custid).toBe(
      story.customer.email,
    );
  });

  test('a colonel signs in with two steps, and administers', async () => {
    const browser = await signedIn(story.colonel);
    expect(expectFine(await browser.get('/api/v2/colonel')).record.counts.customer_count).toBeGreaterThanOrEqual(2);
  });

  test('an address is verified by the link that waited in its email, with the password that was chosen', async () => {
    const { verificationKey, password } = story.unverified;
    const confirmed = { continue: 'true', passphrase: password };
    expectFine(await new Browser(url).post(`/api/v2/secret/${verificationKey}`, confirmed));
    await eventually(() => signedIn(story.unverified), { withinMs: 20_000, everyMs: 3000 });
  });

  test('an email that waited is sent, and its link opens', async () => {
    await mailbox.comeBack();
    const mail = await mailbox.waitForMail(story.pendingMail.to, '', { withinMs: 90_000 });
    const opened = await reveal({ secretKey: linkKey(mail, 'secret'), metadataKey: '', content: '' });
    expect(expectFine(opened).record.secret_value).toBe(story.pendingMail.content);
  });

  test('the audit trail verifies', async () => {
    expect(await left.command('audit', 'verify')).toContain('The audit trail is as it was written.');
  });

  test('the PostgreSQL that comes along is of the major version that made its data directory', async () => {
    const client = new pg.Client(left.database);
    await client.connect();
    const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as major`);
    await client.end();
    // It cannot read the directory of another one: whoever raises it writes the way first (docs/UPGRADING.md).
    expect(rows).toEqual([{ major: story.postgresMajor }]);
  });

  test.skipIf(isOlder(version, release.oldestBeside))(
    'its programs, which may still run beside this one, find every table and function that they use',
    async () => {
      const now = new Set(await schemaLines(left.database));
      expect(contractOfReleased(version).schema.filter((line) => !now.has(line))).toEqual([]);
    },
  );

  test('a version that cannot work on it any more is refused in one sentence, and changes nothing', async () => {
    system.signal('SIGTERM');
    expect((await system.ended).code).toBe(0);
    const client = new pg.Client(left.database);
    await client.connect();
    await client.query(`update accounts.schema_release set version = '1000.2.0', oldest_beside = '1000.1.0'`);
    await client.end();
    const before = await everythingOf(left);
    const { code, output } = await start().ended;
    expect(code).toBe(1);
    expect(output).toMatch(
      /^This database was brought up to date by version 1000\.2\.0 and needs 1000\.1\.0 or later, but this is version [\d.]+: start a newer one, or restore the backup that was made before the upgrade\.$/m,
    );
    expect(await everythingOf(left)).toEqual(before);
  });
});

/** Every row of every table, and every key. */
async function everythingOf({ database, place: { keysDir } }: Released): Promise<readonly string[]> {
  await using tables = new SecretTables(database);
  const names = readdirSync(keysDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = names.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  return [await tables.dump(), ...files.map((file) => `${file} ${readFileSync(file).toString('hex')}`)];
}
