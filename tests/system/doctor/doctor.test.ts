import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRunningServer } from '@onceover/postgres-server';
import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { eventually } from '@onceover/testing/eventually';
import { freePort } from '@onceover/testing/free-port';
import { type Mailbox, startMailbox } from '@onceover/testing/mailbox';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { People, type Person } from '../../support/people.ts';
import { type Examined, findingsOf, runWords, troublesOf } from '../../support/run-doctor.ts';
import { type SpawnedSystem, spawnSystem } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';
import { type SiteProxy, startSiteProxy } from './site-proxy.ts';

/** `onceover doctor` in the image, `npm run doctor` in a checkout. */
const main =
  process.env.EMBEDDED_MAIN ?? fileURLToPath(new URL('../../../infra/embedded/src/main.ts', import.meta.url));
const HOST = 'once.example.com';
const KEK = 'c4'.repeat(32);
const PASSWORD = 'canary-of-the-mail-server';

test('before the first start, on loopback: a trial, nothing is wrong, and nothing was made', async () => {
  using place = temporaryPlace();
  const found = await runWords([main, 'doctor'], settingsOf(place, await freePort()));
  expect(found.code, found.said).toBe(0);
  expect(found.said).toContain('nothing listens');
  expect(found.said).toContain('This is a private trial');
  expect(readdirSync(place.path)).toEqual([]);
});

test('a database that is away is one line, without its password', async () => {
  using place = temporaryPlace();
  const url = 'postgres://onceover:canary-of-the-database@127.0.0.1:1/onceover';
  const settings = { ...settingsOf(place, await freePort()), ONCEOVER_DATABASE_URL: url };
  const found = await runWords([main, 'doctor', '--json'], settings);
  expect(troublesOf(found)).toEqual(['running: look', 'database: wrong']);
  expect(found.said).toContain('nothing listens at this host and port');
  expect(found.said).not.toContain('canary-of-the-database');
});

test('settings that cannot be understood are told, with an exit code of their own', async () => {
  const { code, said } = await runWords([main, 'doctor'], { ONCEOVER_SITE_HOTS: 'x' });
  expect(code).toBe(2);
  expect(said).toContain('did you mean ONCEOVER_SITE_HOST?');
});

function settingsOf({ dataDir, keysDir }: TemporaryPlace, port: number): Record<string, string> {
  return { ONCEOVER_DATA_DIR: dataDir, ONCEOVER_KEYS_DIR: keysDir, ONCEOVER_PORT: String(port) };
}

describe('on a server that was set up as docs/OPERATIONS.md says', () => {
  let stack: AsyncDisposableStack;
  let place: TemporaryPlace;
  let dns: DnsServer;
  let mailbox: Mailbox;
  let proxy: SiteProxy;
  let system: SpawnedSystem;
  let colonel: Person;
  let settings: Record<string, string>;
  const at = (name: string) => path.join(place.path, name);
  const backups = () => at('backups');
  const authority = () => at('authority.pem');

  beforeAll(async () => {
    stack = new AsyncDisposableStack();
    place = stack.use(temporaryPlace());
    [dns, mailbox] = [stack.use(await startDnsServer()), stack.use(await startMailbox())];
    const [port, metricsPort] = [await freePort(), await freePort()];
    const loopback = settingsOf(place, port);
    colonel = await onLoopback(loopback);
    proxy = stack.use(await startSiteProxy(HOST, `http://127.0.0.1:${port}`));
    writeFileSync(authority(), proxy.authority);
    settings = {
      ...loopback,
      ONCEOVER_SITE_HOST: `${HOST}:${proxy.port}`,
      ONCEOVER_TRUSTED_PROXIES: '127.0.0.1',
      ONCEOVER_SMTP_URL: mailbox.url,
      ONCEOVER_MAIL_FROM: `Onceover <no-reply@mail.${HOST}>`,
      ONCEOVER_DNS_SERVERS: dns.address,
      ONCEOVER_BACKUP_DIR: backups(),
      ONCEOVER_METRICS_PORT: String(metricsPort),
      ONCEOVER_SECURITY_CONTACT: `security@${HOST}`,
    };
    publish();
    backUp(new Date());
    await start(settings);
  }, 120_000);
  afterAll(() => stack.disposeAsync());
  afterEach(() => {
    proxy.manner = { visitor: 'set', dropsHsts: false, target: `http://127.0.0.1:${settings.ONCEOVER_PORT}` };
    publish();
  });

  /** What whoever owns the domain publishes. */
  function publish(): void {
    dns.reset();
    dns.setAddresses(HOST, '127.0.0.1');
    dns.setTxt(`mail.${HOST}`, 'v=spf1 a -all');
    dns.setTxt(`_dmarc.${HOST}`, 'v=DMARC1; p=reject');
  }

  function backUp(madeAt: Date): void {
    rmSync(backups(), { recursive: true, force: true });
    const backup = path.join(backups(), madeAt.toISOString().replace(/[-:]|\.\d+/g, ''));
    mkdirSync(backup, { recursive: true });
    const manifest = {
      ...{
        format: 1,
        madeAt: madeAt.toISOString(),
        kind: 'base',
        onceover: '0.1.0',
        postgres: '18.4',
        unpackedBytes: 1,
      },
      databases: [{ name: 'onceover', ids: [] }],
      files: [{ name: 'base.tar.gz', bytes: 1, sha256: 'a'.repeat(64) }],
    };
    writeFileSync(path.join(backup, 'manifest.json'), JSON.stringify(manifest));
  }

  /** Where whoever sets it up signs up, before others can. */
  async function onLoopback(env: Record<string, string>): Promise<Person> {
    await using trial = spawnSystem({ ...place, env });
    const url = await trial.ready;
    const runAccounts = async (argv: readonly string[]) => {
      const { code, said } = await runWords([main, 'accounts', ...argv], env);
      if (code !== 0) throw new Error(said);
    };
    const mailDir = path.join(place.dataDir, 'mail');
    const people = new People({ url, mailDir, drain: async () => undefined, runAccounts });
    const made = await people.colonel({ secondFactor: true });
    trial.signal('SIGTERM');
    await trial.ended;
    return made;
  }

  async function start(env: Record<string, string>): Promise<void> {
    system = spawnSystem({ ...place, env: { ...env, ONCEOVER_RATE_LIMITS: 'on' } });
    await system.ready;
    stack.use(system);
  }

  const doctor = (more: Record<string, string> = {}, words: readonly string[] = ['--json']): Promise<Examined> =>
    runWords([main, 'doctor', ...words], { NODE_EXTRA_CA_CERTS: authority(), ...settings, ...more });

  /** Keys and data of a test are on one disk, which is worth a look everywhere. */
  const troubles = async (more: Record<string, string> = {}) =>
    troublesOf(await doctor(more)).filter((each) => each !== 'keys: look');

  async function onDatabase(sql: string): Promise<void> {
    const found = findRunningServer({ dataDir: path.join(place.dataDir, 'postgres'), database: 'onceover' });
    const client = new pg.Client({ ...found });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  test('it is green, on one screen, and exits with 0', async () => {
    const screen = await doctor({}, []);
    expect(screen.code, screen.said).toBe(0);
    const lines = screen.said.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(screen.said).not.toContain('wrong ');
    const found = findingsOf(await doctor());
    expect(found.filter(({ verdict }) => verdict !== 'ok').map(({ check }) => check)).toEqual(['keys']);
    expect(found.map(({ check, says }) => `${check}: ${says}`)).toEqual([
      'running: it runs and is ready',
      `site: ${HOST} is at 127.0.0.1, and leads here`,
      'https: the certificate is good for 89 days, HSTS is on',
      "proxy: 127.0.0.1 passes on visitors' addresses, and is trusted",
      'settings: limits on, sign-up open, metrics for this machine alone',
      'email: 127.0.0.1 accepts our connection',
      `sender: mail.${HOST} has SPF and DMARC`,
      expect.stringMatching(/^database: PostgreSQL 18\.\d+, its own$/),
      'keys: keys and data are on one disk: a snapshot of it has both',
      'colonels: 1, with two-step sign-in; from everywhere',
      'events: nothing halted, set aside or failed',
      'backups: the newest is less than an hour old',
      expect.stringMatching(/^disk: \d+\.\d [MG]B free for /),
      'clock: in step with the database and the site',
      expect.stringMatching(/^versions: Onceover \S+ on Node /),
    ]);
  });

  test('a test email arrives, only if it is asked for', async () => {
    await doctor();
    expect(mailbox.mails()).toEqual([]);
    const { code, said } = await doctor({}, ['--email', 'nina@example.com']);
    expect(code).toBe(0);
    expect(said).toContain('accepted the test email');
    const mail = await mailbox.waitForMail('nina@example.com', 'A test email from Onceover');
    expect(mail.text).toContain(HOST);
    expect((await doctor({}, ['--email', 'nina'])).code).toBe(2);
  });

  test('it changes nothing', async () => {
    const state = () =>
      [place.keysDir, place.dataDir, backups()].flatMap((directory) => readdirSync(directory)).toSorted();
    const before = state();
    await onDatabase('create table public.before as select * from onceover.database');
    await doctor();
    expect(state()).toEqual(before);
    await onDatabase(`do $$ begin
      if exists (table onceover.database except table public.before) then raise 'the database was claimed'; end if;
    end $$; drop table public.before`);
  });

  test.each<[string, Partial<SiteProxy['manner']>, string]>([
    ['does not say who the visitor is', { visitor: 'drop' }, 'proxy: wrong'],
    ['believes what visitors say of themselves', { visitor: 'pass' }, 'proxy: wrong'],
    ['drops HSTS', { dropsHsts: true }, 'https: look'],
  ])('a proxy that %s turns one line', async (_name, manner, line) => {
    proxy.manner = { ...proxy.manner, ...manner };
    expect(await troubles()).toEqual([line]);
  });

  test('another answer under the name is told from this installation', async () => {
    proxy.manner = { ...proxy.manner, target: null };
    expect(await troubles()).toEqual(['site: wrong']);
  });

  test('a name that leads nowhere', async () => {
    dns.fail('NXDOMAIN', HOST);
    expect(await troubles()).toEqual(['site: wrong']);
  });

  test('a certificate that nobody trusts, one that has ended, and one that ends soon', async () => {
    const trusting = async (pem: string) => {
      writeFileSync(at('other.pem'), pem);
      return await troubles({ NODE_EXTRA_CA_CERTS: at('other.pem') });
    };
    const soon = proxy.renew(10);
    expect(await troubles()).toEqual(['site: look', 'https: wrong']);
    expect(await trusting(soon)).toEqual(['https: look']);
    expect(await trusting(proxy.renew(-0.5))).toEqual(['site: look', 'https: wrong']);
    writeFileSync(authority(), proxy.renew(90));
  });

  test.each<[string, Record<string, string>, string]>([
    ['a level of the log that is for developers', { ONCEOVER_LOG_LEVEL: 'debug' }, 'settings: look'],
    ['metrics that everybody reaches', { ONCEOVER_METRICS_HOST: '198.51.100.1' }, 'settings: wrong'],
    ['limits that are off', { ONCEOVER_RATE_LIMITS: 'off' }, 'settings: wrong'],
    ['keys that may be open', { ONCEOVER_ALLOW_OPEN_KEYS: 'on' }, 'settings: look'],
    ['a disk without room', { ONCEOVER_MIN_FREE_MEGABYTES: '1000000' }, 'disk: wrong'],
    ['backups that nobody sees', { ONCEOVER_BACKUP_DIR: '' }, 'backups: look'],
    ['no mail server', { ONCEOVER_SMTP_URL: '' }, 'email: wrong'],
  ])('%s: one line turns', async (_name, more, line) => {
    expect(new Set(await troubles(more))).toEqual(new Set([line]));
  });

  test('a mail server that is away, and a sender whom nobody knows', async () => {
    await mailbox.goDown();
    expect(await troubles()).toEqual(['email: wrong']);
    await mailbox.comeBack();
    dns.setTxt(`mail.${HOST}`);
    expect(await troubles()).toEqual(['sender: look']);
  });

  test('a mail server that hangs keeps nobody waiting', async () => {
    mailbox.hang();
    const { code, said } = await doctor({}, ['--email', 'nina@example.com']);
    await mailbox.comeBack();
    expect(code).toBe(1);
    expect(said).toContain('does not answer in time');
    expect(said).toContain('it runs and is ready');
  });

  test('keys that others can read, and an epoch key in a backup', async () => {
    const file = path.join(place.keysDir, 'form-token.key');
    chmodSync(file, 0o444);
    expect(await troubles()).toEqual(['keys: wrong']);
    chmodSync(file, 0o400);
    mkdirSync(path.join(backups(), 'copy/epoch'), { recursive: true });
    writeFileSync(path.join(backups(), 'copy/epoch/1.key'), 'a key');
    expect(await troubles()).toContain('keys: wrong');
    backUp(new Date());
    expect(await troubles()).toEqual([]);
  });

  test('keys that are missing, or of another database', async () => {
    const [kek, owner] = ['kek/1.key', 'database.id'].map((name) => path.join(place.keysDir, name));
    renameSync(kek ?? '', at('kept.key'));
    expect(await troubles()).toContain('keys: wrong');
    renameSync(at('kept.key'), kek ?? '');
    const text = readFileSync(owner ?? '', 'utf8');
    replaceText(owner ?? '', `${crypto.randomUUID()}\n`);
    expect(await troubles()).toEqual(['keys: wrong', 'events: look']);
    replaceText(owner ?? '', text);
    await eventually(async () => expect(await troubles()).toEqual([]), { withinMs: 30_000, everyMs: 1_000 });
  });

  function replaceText(file: string, text: string): void {
    chmodSync(file, 0o600);
    writeFileSync(file, text);
    chmodSync(file, 0o400);
  }

  test('a backup that is two days old, and none', async () => {
    backUp(new Date(Date.now() - 2 * 86_400_000));
    expect(await troubles()).toEqual(['backups: wrong']);
    rmSync(backups(), { recursive: true });
    expect(await troubles()).toEqual(['backups: wrong']);
    backUp(new Date());
  });

  test('dead letters and halted consumers', async () => {
    await onDatabase(`
      insert into notifications.dead_letters
        (consumer, event_id, source, position, type, error, attempts, first_at, last_at, state)
        values ('notifications.mail@1', gen_random_uuid(), 'secrets', '1', 'secret.created', 'refused', 5, now(), now(), 'parked')`);
    expect(await troubles()).toEqual(['events: look']);
    await onDatabase('delete from notifications.dead_letters');
    await onDatabase(`
      update secrets.checkpoints set halt = jsonb_build_object('eventId', gen_random_uuid(), 'type', 'plan.changed',
        'position', position, 'error', 'refused', 'at', now()) where consumer like 'secrets.plan-limits@%'`);
    expect(await troubles()).toEqual(['events: wrong']);
    await onDatabase('update secrets.checkpoints set halt = null');
  });

  test('no secret is in what it says', async () => {
    const url = `smtp://canary:${PASSWORD}@127.0.0.1:${new URL(mailbox.url).port}`;
    for (const words of [[], ['--json'], ['--email', 'nina@example.com']]) {
      const { code, said } = await doctor(
        { ONCEOVER_SMTP_URL: url, ONCEOVER_KEK: KEK, ONCEOVER_BOUNCE_TOKEN: KEK },
        words,
      );
      expect(code).toBe(1);
      expect(said).not.toContain(PASSWORD);
      expect(said).not.toContain(KEK);
      expect(said).not.toContain('nina@example.com');
    }
  });

  test('a colonel without two-step sign-in', async () => {
    await runWords([main, 'accounts', 'remove-two-step', colonel.email], settings);
    expect(await troubles()).toEqual(['colonels: wrong']);
    await runWords([main, 'accounts', 'remove-colonel', colonel.email], settings);
    expect(await troubles()).toEqual(['colonels: wrong']);
  });

  test('a proxy that is not trusted, then nobody at home', async () => {
    await onDatabase(`update accounts.account set role = 'colonel'; insert into accounts.two_step (account_ref, seed, is_on)
      select account_ref, '', true from accounts.account`);
    system.signal('SIGTERM');
    await system.ended;
    settings.ONCEOVER_TRUSTED_PROXIES = '';
    await start(settings);
    expect(await troubles()).toEqual(['proxy: wrong']);
    system.signal('SIGTERM');
    await system.ended;
    expect(await troubles()).toEqual(['running: wrong', 'site: wrong', 'proxy: wrong', 'database: look']);
  });
});
