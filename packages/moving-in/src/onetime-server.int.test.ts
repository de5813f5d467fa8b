import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { redisConfig } from '@onceover/redis-kit/config';
import { startTestRedis, type TestRedis } from '@onceover/testing/redis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runImportCommand } from './cli.ts';
import type { Destination, SecretToImport } from './move-in.ts';
import type { OnetimeAccount, OnetimeSecret, Read } from './onetime-records.ts';
import { layoutNames, openOnetimeServer } from './onetime-server.ts';
import { oldHashes, oldLink, oldServer } from './test-support/old-server.ts';

const stack = new AsyncDisposableStack();
let redis: TestRedis;
beforeAll(async () => {
  redis = stack.use(await startTestRedis());
});
afterAll(() => stack.disposeAsync());
beforeEach(async () => {
  await redis.ask('FLUSHALL');
});

const open = async (wanted: (typeof layoutNames)[number] | null = null) =>
  openOnetimeServer(redisConfig.address.schema.parse(redis.url), wanted, stack);
async function all<Each>(source: AsyncIterable<Each>): Promise<Each[]> {
  const found: Each[] = [];
  for await (const each of source) found.push(each);
  return found;
}
const accountsIn = (read: readonly Read<OnetimeAccount>[]) =>
  read.flatMap((each) => ('found' in each ? [each.found] : []));
function foundIn<Found>(read: Read<Found>): Found {
  if ('broken' in read) throw new Error(read.broken.reason);
  return read.found;
}
const brokenIn = (read: readonly Read<unknown>[]) => read.flatMap((each) => ('broken' in each ? [each.broken] : []));

const nina = { email: 'Nina@Example.com', objid: 'objidnina' };
const tom = { email: 'tom@example.com', objid: 'objidtom' };

describe.each(layoutNames)('a server of the layout of %s', (layout) => {
  const old = oldServer(layout);

  test('gives its accounts with what they have, and their domains', async () => {
    const [txtHost, txtValue] = ['_onetime-challenge-1a2b3c4.secrets', 'ab'.repeat(16)];
    await redis.fill([
      ...old.account({
        ...nina,
        more: { role: 'colonel', planid: 'identity', passphrase: oldHashes.bcrypt, apitoken: 'a0'.repeat(20) },
      }),
      ...old.account({ ...tom, more: { verified: false, locale: '' } }),
      ...old.put(6, 'customer:GLOBAL:object', { custid: 'GLOBAL', secrets_created: 9 }),
      ...old.domain('secrets.acme.com', nina, { txt_validation_host: txtHost, txt_validation_value: txtValue }),
      ...old.domain('other.acme.com', nina, { verified: true }),
      ['SET', 'customer:email_index', 'something else'],
    ]);
    const server = await open();
    expect(server.layout).toBe(layout);
    const accounts = accountsIn(await all(server.accounts()));
    const byEmail = Object.fromEntries(accounts.map((account) => [account.email, account]));
    expect(accounts).toHaveLength(2);
    expect(byEmail['Nina@Example.com']).toEqual({
      email: 'Nina@Example.com',
      isVerified: true,
      role: 'colonel',
      planId: 'identity',
      locale: 'de',
      createdAt: new Date(1_600_000_000_000),
      passwordHash: oldHashes.bcrypt,
      apiToken: 'a0'.repeat(20),
      domains: expect.arrayContaining([
        { host: 'secrets.acme.com', txtHost, txtValue },
        { host: 'other.acme.com', txtHost: null, txtValue: null },
      ]),
    });
    expect(byEmail['tom@example.com']).toMatchObject({
      isVerified: false,
      passwordHash: null,
      locale: '',
      domains: [],
    });
  });

  test('names what is broken, and gives the rest', async () => {
    const at = (name: string) => `${name}:object`;
    await redis.fill([
      ...old.account(nina),
      ...old.put(6, at('customer:nobody'), { created: 1_600_000_000 }),
      ...old.put(6, at('customer:timeless@example.com'), { email: 'timeless@example.com' }),
      ...old.put(6, at('customer:late@example.com'), { email: 'late@example.com', created: 'yesterday' }),
      ...old.put(6, at('customer:bytes@example.com'), { email: Buffer.from([0xff, 0xfe]), created: 1_600_000_000 }),
      ...old.put(6, at('customer:id@example.com'), { custid: Buffer.from([0xff, 0xfe]), created: 1_600_000_000 }),
      ['SET', at('customer:text@example.com'), 'no hash'],
      ...old.domain('nobodys.acme.com', { email: 'gone@example.com', objid: 'objidgone' }),
    ]);
    const read = await all((await open()).accounts());
    expect(accountsIn(read).map(({ email }) => email)).toEqual(['Nina@Example.com']);
    expect(brokenIn(read).toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { kind: 'account', name: 'bytes@example.com', reason: 'its field email is no text' },
      { kind: 'account', name: 'id@example.com', reason: 'its field custid is no text' },
      { kind: 'account', name: 'late@example.com', reason: 'its field created is no time' },
      { kind: 'account', name: 'nobody', reason: 'it has no email address' },
      { kind: 'domain', name: 'nobodys.acme.com', reason: 'its owner is not there' },
      { kind: 'account', name: 'text@example.com', reason: 'it is no hash' },
      { kind: 'account', name: 'timeless@example.com', reason: 'it does not say when it was created' },
    ]);
  });

  test('gives its secrets: those that wait with their content, those that ended with what is known', async () => {
    const ciphertext = Buffer.from('00ff80c3', 'hex');
    const owner = layout === '0.18' ? { custid: 'nina@example.com' } : { owner_id: nina.objid };
    await redis.fill([
      ...old.account(nina),
      ...old.metadata('meta1', 'key1', { ...owner, recipients: 'n***@e***.com', share_domain: 'secrets.acme.com' }),
      ...old.secret('key1', { value: ciphertext, value_encryption: 2 }),
      ...old.metadata('meta2', 'key2', { state: layout === '0.18' ? 'viewed' : 'previewed' }),
      ...old.secret('key2', { value: ciphertext, value_encryption: 2, passphrase: oldHashes.bcrypt }, 60),
      ...old.metadata('meta3', '', { state: 'received', received: 1_700_000_100 }),
      ...old.metadata('meta4', 'key4', { state: 'burned', burned: 1_700_000_200 }),
      ...old.metadata('meta5', 'key5'),
      ...old.metadata('meta6', 'key6', { state: 'lost' }),
      // What every object of the language has.
      ...old.metadata('meta7', 'key7', { state: 'constructor' }),
    ]);
    const server = await open();
    const read = await all(server.secrets());
    const secrets = Object.fromEntries(
      read.flatMap((each) => ('found' in each ? [[each.found.metadataKey, each.found]] : [])),
    );
    const left = (seconds: number) => Math.ceil(Date.now() / 1_000) + seconds;
    expect(secrets.meta1).toMatchObject({
      secretKey: 'key1',
      state: 'new',
      created: 1_700_000_000,
      updated: 1_700_000_001,
      lifetimeSeconds: 604_800,
      recipients: 'n***@e***.com',
      shareDomain: 'secrets.acme.com',
      content: { encryption: '2', ciphertext, hasPassphrase: false },
    });
    expect(Math.abs((secrets.meta1?.expiresAt ?? 0) - left(3_600))).toBeLessThan(5);
    expect(await server.addressOf(secrets.meta1?.owner ?? '')).toMatch(/^nina@example\.com$/i);
    expect(secrets.meta2).toMatchObject({ state: 'new', owner: null, content: { hasPassphrase: true } });
    expect(secrets.meta3).toMatchObject({ state: 'received', received: 1_700_000_100, secretKey: null, content: null });
    expect(secrets.meta4).toMatchObject({ state: 'burned', burned: 1_700_000_200, secretKey: null, content: null });
    expect(secrets.meta5).toMatchObject({ state: 'expired', expiresAt: 1_700_604_800, secretKey: null, content: null });
    expect(brokenIn(read).toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { kind: 'private link', name: 'meta6…', reason: 'its state is none that is known' },
      { kind: 'private link', name: 'meta7…', reason: 'its state is none that is known' },
    ]);
    expect(await server.addressOf('objidnobody')).toBeNull();
    await redis.fill(old.put(6, 'customer:objidbytes:object', { email: Buffer.from([0xff, 0xfe]) }));
    expect(await server.addressOf('objidbytes')).toBeNull();
  });

  test('tells of a secret that is opened there while it is read that it was, not that it has expired', async () => {
    const both = ['meta1', 'meta2'];
    await redis.fill([
      ...old.account(nina),
      ...both.flatMap((key) => [
        ...old.metadata(key, `secret${key}`),
        ...old.secret(`secret${key}`, { value: Buffer.alloc(16), value_encryption: 2 }),
      ]),
    ]);
    const secrets = (await open()).secrets()[Symbol.asyncIterator]();
    const next = async () => foundIn<OnetimeSecret>((await secrets.next()).value);
    const { metadataKey: first } = await next();
    const other = both.find((key) => key !== first) ?? '';
    // Its metadata has been read already, together with that of the first.
    await redis.fill([
      ...old.metadata(other, '', { state: 'received', received: 1_700_000_100 }),
      ['SELECT', layout === '0.18' ? '8' : '0'],
      ['DEL', `secret:secret${other}:object`],
    ]);
    expect(await next()).toMatchObject({
      metadataKey: other,
      state: 'received',
      received: 1_700_000_100,
      content: null,
    });
  });
});

describe('the command', () => {
  const taken: { accounts: OnetimeAccount[]; secrets: SecretToImport[] } = { accounts: [], secrets: [] };
  const here = new Set<string>();
  const destination: Destination = {
    async importAccount(account, { isForReal }) {
      if (isForReal) taken.accounts.push(account);
      return [{ kind: 'account', name: account.email, outcome: 'taken' }];
    },
    accountRefOf: async (email) => (email === 'closed@example.com' ? null : `ref of ${email}`),
    async importSecret(secret, { isForReal }) {
      const { metadataKey, secretKey, value } = secret;
      if (here.has(metadataKey)) return { outcome: 'already-there' };
      if (secretKey !== null && value === null) return { outcome: 'left', reason: 'its content cannot be taken over' };
      if (secretKey === 'odd') return { outcome: 'left', reason: 'its key is none' };
      if (!isForReal) return { outcome: 'imported' };
      here.add(metadataKey);
      taken.secrets.push(secret);
      return { outcome: 'imported' };
    },
  };
  async function run(...argv: string[]) {
    taken.accounts = [];
    taken.secrets = [];
    const lines: string[] = [];
    const code = await runImportCommand(argv, { open: async () => destination, write: (line) => lines.push(line) });
    return { code, text: lines.join('\n') };
  }
  const old = oldServer('0.18');
  let siteSecret: readonly string[];
  beforeAll(async () => {
    const place = await mkdtemp(path.join(tmpdir(), 'moving-in-'));
    stack.defer(() => rm(place, { recursive: true }));
    const file = path.join(place, 'site-secret');
    await writeFile(file, oldLink.siteSecret);
    siteSecret = ['--site-secret-file', file];
  });
  beforeEach(() => here.clear());

  test('says what would be moved, moves it with --apply, and never shows what opens something', async () => {
    const sealed = { value: oldLink.sealed, value_encryption: 2 };
    await redis.fill([
      ...old.account({ ...nina, more: { passphrase: oldHashes.bcrypt, apitoken: 'a0'.repeat(20) } }),
      ...old.metadata(oldLink.metadataKey, oldLink.secretKey, {
        custid: 'nina@example.com',
        recipients: 't***@e***.com',
      }),
      ...old.secret(oldLink.secretKey, sealed),
      ...old.metadata('metadatakey2', 'key2', {}),
      ...old.secret('key2', { ...sealed, passphrase: oldHashes.bcrypt }),
    ]);
    const looked = await run('onetime', redis.url);
    expect(looked.code).toBe(0);
    expect(taken).toEqual({ accounts: [], secrets: [] });
    expect(looked.text).toMatch(/accounts +found 1, taken 1, already there 0, left 0\n/);
    expect(looked.text).toMatch(/secrets +found 2, taken 0, already there 0, left 2\n/);
    expect(looked.text).toMatch(/left: secret 1f9w0qkz…: without --site-secret-file it cannot be opened/);
    expect(looked.text).toContain('Nothing was changed.');

    const moved = await run('onetime', redis.url, '--apply', ...siteSecret);
    expect(moved.code).toBe(0);
    expect(taken.accounts).toHaveLength(1);
    const { metadataKey, value } = oldLink;
    expect(taken.secrets).toMatchObject([
      { metadataKey, ownerRef: 'ref of nina@example.com', recipients: 't***@e***.com', value, state: 'new' },
    ]);
    expect(moved.text).toMatch(/private links +found 2, taken 1, already there 0, left 1\nsecrets +found 2, taken 1/);
    expect(moved.text).toContain('left: secret metadata…: it has a passphrase, without which nobody can open it');
    expect(moved.text).toContain('The other server can still open the secrets that were taken');
    expect(looked.text).not.toContain('The other server can still open');

    const again = await run('onetime', redis.url, '--apply');
    expect(again.text).toMatch(/secrets +found 2, taken 0, already there 1, left 1\n/);
    expect(again.text).not.toContain('secret 1f9w0qkz…');
    expect(again.text).toContain('The other server can still open the secrets that were taken');
    const keys = [oldLink.secretKey, metadataKey, oldLink.siteSecret, value];
    for (const { text } of [looked, moved, again]) {
      expect(text).not.toMatch(/\$2a|a0a0|key2\b|metadatakey/);
      for (const key of keys) expect(text).not.toContain(key);
    }
  });

  test('says before of every secret what becomes of it then', async () => {
    await redis.fill([
      ...old.account(nina),
      ...old.metadata('oddmetadata', 'odd'),
      ...old.metadata('oldmetadata', '', { state: 'received' }),
      ...old.metadata('newmetadata', '', { state: 'received' }),
    ]);
    await redis.fill(old.secret('odd', { value: oldLink.sealed, value_encryption: 2 }));
    here.add('oldmetadata');
    const figures = (text: string) => text.split('\n').filter((line) => /^(private links|secrets)/.test(line));
    const looked = await run('onetime', redis.url);
    const moved = await run('onetime', redis.url, '--apply');
    expect(figures(looked.text)[0]).toMatch(/found 3, taken 1, already there 1, left 1$/);
    expect(figures(moved.text)).toEqual(figures(looked.text));
  });

  test('takes what an account made that is not here as a visitor’s, without recipients', async () => {
    await redis.fill([
      ...old.account(nina),
      ...old.metadata('closeds', '', { custid: 'closed@example.com', recipients: 't***@e***.com', state: 'received' }),
      ...old.metadata('visitors', '', { custid: 'anon', recipients: 'v***@e***.com', state: 'received' }),
    ]);
    await run('onetime', redis.url, '--apply');
    const byKey = Object.fromEntries(taken.secrets.map((secret) => [secret.metadataKey, secret]));
    expect(byKey.closeds).toMatchObject({ ownerRef: null, recipients: null });
    expect(byKey.visitors).toMatchObject({ ownerRef: null, recipients: 'v***@e***.com' });
  });

  test('refuses a Redis with no accounts, one with both layouts, and one that is not there, without its password', async () => {
    expect(await run('onetime', redis.url)).toMatchObject({
      code: 1,
      text: expect.stringContaining('has no accounts'),
    });
    await redis.fill([...old.account(nina), ...oldServer('0.24').account(tom)]);
    expect(await run('onetime', redis.url)).toMatchObject({ code: 1, text: expect.stringContaining('Say --layout') });
    expect((await run('onetime', redis.url, '--layout', '0.24', '--apply')).code).toBe(0);
    expect(taken.accounts.map(({ email }) => email)).toEqual([tom.email]);
    const nowhere = await run('onetime', 'redis://:hunter2@127.0.0.1:1');
    expect(nowhere).toMatchObject({ code: 1, text: expect.stringContaining('does not answer') });
    const mistyped = await run('onetime', 'http://:hunter2@127.0.0.1:1');
    expect(mistyped).toMatchObject({ code: 2, text: expect.stringContaining('begin with redis://') });
    for (const { text } of [nowhere, mistyped]) expect(text).not.toContain('hunter2');
  });

  test('reads a Redis with one database, and one with a password that stands in a file', async () => {
    await using small = await startTestRedis(['databases 1', 'requirepass hunter2']);
    const place = await mkdtemp(path.join(tmpdir(), 'moving-in-'));
    const file = path.join(place, 'password');
    await writeFile(file, 'hunter2\n');
    const ask = (...more: string[]) => run('onetime', small.url, ...more);
    expect(await ask()).toMatchObject({ code: 1, text: expect.stringContaining('requires a password') });
    expect(await ask('--password-file', place)).toMatchObject({
      code: 1,
      text: 'The file with the password cannot be read.',
    });
    await small.fill([['AUTH', 'hunter2'], ...oldServer('0.24').account(tom)]);
    const { code, text } = await ask('--password-file', file);
    await rm(place, { recursive: true });
    expect([code, text]).toEqual([0, expect.stringMatching(/accounts +found 1, taken 1/)]);
    expect(await ask('--layout', '0.18')).toMatchObject({ code: 1 });
  });

  test('writes nothing to the Redis that it reads', async () => {
    await redis.fill([...old.account(nina), ...old.metadata('m', 'k')]);
    const before = await redis.ask('INFO commandstats');
    await run('onetime', redis.url, '--apply');
    const after = await redis.ask('INFO commandstats');
    const writes = (text: string) =>
      [...text.matchAll(/cmdstat_(hset|set|del|expire|flushall|hincrby):calls=\d+/g)].join();
    expect(writes(after)).toBe(writes(before));
    expect(after).toContain('cmdstat_scan');
  });
});
