import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseConnectionString } from '@onceover/postgres-server';
import { expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { SecretTables } from '../../support/secret-tables.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { canariesIn, canariesInFiles, type Hit } from './find-canaries.ts';
import { livesOfPeople } from './lives-of-people.ts';

/** A value that does not occur anywhere by chance. */
const canary = (name: string) => `canary-${name}-${crypto.randomUUID().replaceAll('-', '')}`;

/** Everything a person enters that must not stay, each value named for what it was. */
async function livesOfSecrets(client: ApiClient, tables: SecretTables): Promise<Record<string, string>> {
  const planted: Record<string, string> = {};
  for (const way of ['received', 'redelivered', 'burned', 'expired', 'attempted', 'unopened'] as const) {
    const text = canary(`${way}-text`);
    const passphrase = canary(`${way}-passphrase`);
    const concealKey = canary(`${way}-conceal`);
    const claim = { 'idempotency-key': canary(`${way}-claim`) };
    const links = await client.conceal(text, { passphrase }, { 'idempotency-key': concealKey });
    const { secretKey, metadataKey } = links;
    Object.assign(planted, {
      [`${way}: text`]: text,
      [`${way}: passphrase`]: passphrase,
      [`${way}: key of conceal`]: concealKey,
      [`${way}: key of the claim`]: claim['idempotency-key'],
      [`${way}: secret key`]: secretKey,
      [`${way}: metadata key`]: metadataKey,
    });
    await client.look(secretKey);
    await client.metadata(metadataKey);
    if (way === 'attempted') {
      const wrong = canary('wrong-passphrase');
      planted['attempted: wrong passphrase'] = wrong;
      expect((await client.reveal(secretKey, { passphrase: wrong }, claim)).status).toBe(400);
    }
    if (way === 'received' || way === 'redelivered') {
      expect((await client.reveal(secretKey, { passphrase }, claim)).body.record.secret_value).toBe(text);
    }
    if (way === 'redelivered') {
      expect((await client.reveal(secretKey, {}, claim)).body.record.secret_value).toBe(text);
    }
    if (way === 'burned') expect((await client.burn(metadataKey, { passphrase })).status).toBe(200);
    if (way === 'expired') await tables.expireNow(links.secretShortKey);
  }
  return planted;
}

/** Requests that fail carry the same values, and failures are what careless programs log. */
async function clumsyRequests(client: ApiClient, planted: Record<string, string>): Promise<void> {
  const text = canary('clumsy-text');
  const key = canary('clumsy-key');
  Object.assign(planted, { 'clumsy: text': text, 'clumsy: key': key });
  await client.post(`/api/v2/secret/conceal?secret=${text}`, { passphrase: 'p'.repeat(300), secret: text });
  await client.post('/api/v2/secret/conceal', { secret: text }, { 'content-type': 'application/json' });
  await client.post('/api/v2/secret/conceal', { secret: text }, { 'idempotency-key': `${key} !` });
  await client.post(`/api/v2/secret/${key}`, { continue: 'true', passphrase: text });
  await client.get(`/secret/${key}?passphrase=${text}`);
  await client.get(`/nowhere/${text}`);
  await client.postJson('/graphql', {
    query: `mutation { revealSecret(input: { key: "${key}", passphrase: "${text}" }) { __typename } }`,
  });
  await client.postJson('/graphql', { query: 'query Q($key: String!) { nothing(key: $key) }', variables: { key } });
}

test('nothing that a person entered is found in tables, files, WAL or logs', async () => {
  using place = temporaryPlace();
  using mails = temporaryPlace();
  let planted: Record<string, string>;
  let dump: string;
  let output: string;
  {
    await using system = spawnSystem({
      ...place,
      env: {
        ONCEOVER_LOG_LEVEL: 'trace',
        ONCEOVER_SECRETS_SWEEP_SECONDS: '1',
        // The emails themselves do carry these values; they are stored elsewhere.
        ONCEOVER_MAIL_DIR: mails.path,
        ONCEOVER_INCOMING_RECIPIENT: 'desk@example.com',
      },
    });
    using client = new ApiClient(await system.ready);
    const host = path.join(place.dataDir, 'postgres', 'run');
    const address = parseConnectionString(`postgres://onceover@localhost/onceover?host=${encodeURIComponent(host)}`);
    await using tables = new SecretTables(address);
    planted = { ...(await livesOfSecrets(client, tables)), ...(await livesOfPeople(await system.ready, mails.path)) };
    await clumsyRequests(client, planted);
    await expect
      .poll(async () => (await tables.endings()).filter(({ type }) => type === 'secret.expired').length, {
        timeout: 15_000,
      })
      .toBe(1);
    dump = await tables.dump();
    system.signal('SIGTERM');
    ({ output } = await system.ended);
  }
  const inTables = canariesIn(Buffer.from(dump), planted, 'tables');
  const inLogs = canariesIn(Buffer.from(output), planted, 'log');
  expect([...inTables, ...inLogs, ...canariesInFiles(place.path, planted)]).toEqual([] satisfies Hit[]);
  expect(dump).toContain('secret.received');
  expect(output).toContain('/api/v2/secret/');

  // The search proves something only if it finds what is there.
  const control = canary('control');
  writeFileSync(path.join(place.dataDir, 'control'), `\u0000\\x${Buffer.from(control).toString('hex')}`);
  expect(canariesInFiles(place.path, { control })).toEqual([{ where: 'data/control', canary: 'control' }]);
});
