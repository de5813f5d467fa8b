import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';

let system: TestSystem;
let client: ApiClient;

beforeAll(async () => {
  system = await startSystem({ env: { ONCEOVER_SECRETS_SWEEP_SECONDS: '1' } });
  client = new ApiClient(system.url);
});

afterAll(async () => {
  client?.[Symbol.dispose]();
  await system?.[Symbol.asyncDispose]();
});

const expiredEvents = async () =>
  (await system.tables.endings()).filter(({ type }) => type === 'secret.expired').length;

test('a secret whose lifetime is over is gone at once: for its link, for its creator and for a burn', async () => {
  const links = await client.conceal('too late');
  await system.tables.expireNow(links.secretShortKey);
  expect((await client.look(links.secretKey)).status).toBe(404);
  const revealed = await client.reveal(links.secretKey);
  expect({ status: revealed.status, code: revealed.body.code }).toEqual({ status: 404, code: 'unknown_secret' });
  const burned = await client.burn(links.metadataKey);
  expect({ status: burned.status, code: burned.body.code }).toEqual({ status: 400, code: 'not_burned' });
  const { record, details } = (await client.metadata(links.metadataKey)).body;
  expect(record).toMatchObject({ state: 'expired', is_expired: true, is_received: false, secret_key: null });
  expect(details).toMatchObject({ is_expired: true, show_secret_link: false });
});

test('the sweeper records each expiry once and removes the content', async () => {
  const before = await expiredEvents();
  const all = await Promise.all(Array.from({ length: 30 }, (_, number) => client.conceal(`swept ${number}`)));
  for (const { secretShortKey } of all) await system.tables.expireNow(secretShortKey);
  await expect.poll(expiredEvents, { timeout: 15_000 }).toBeGreaterThanOrEqual(before + all.length);
  await expect
    .poll(() => system.tables.pendingContent(), { timeout: 15_000 })
    .toEqual({ content: 0, shards: 0, links: 0 });
  const endings = await system.tables.endings();
  expect(new Set(endings.map(({ streamId }) => streamId)).size).toBe(endings.length);
});

test('a secret that expires while many people open it has one ending, and nobody gets it afterwards', async () => {
  const before = (await system.tables.endings()).length;
  const rounds = 20;
  const keys: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const links = await client.conceal(`edge ${round}`);
    keys.push(links.secretKey);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => client.reveal(links.secretKey)),
      system.tables.expireNow(links.secretShortKey),
      ...Array.from({ length: 8 }, () => client.reveal(links.secretKey)),
    ]);
    expect(answers.filter((answer) => answer?.status === 200).length).toBeLessThanOrEqual(1);
  }
  await expect.poll(async () => (await system.tables.endings()).length, { timeout: 15_000 }).toBe(before + rounds);
  for (const key of keys) expect((await client.reveal(key)).status).toBe(404);
});

test("a lifetime under five minutes becomes five minutes, and the longest is the plan's", async () => {
  const short = await client.post('/api/v2/secret/conceal', { secret: 'short', ttl: '5' });
  expect(short.body.record.metadata.secret_ttl).toBe(300);
  const long = await client.post('/api/v2/secret/conceal', { secret: 'long', ttl: '99999999' });
  expect(long.body.record.metadata.secret_ttl).toBe(604_800);
  expect(long.body.details.ttl_adjusted).toBe(true);
});
