import { startTestRedis } from '@onceover/testing/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisStores } from '../redis-stores.ts';
import { graph, post } from '../test-support/ask.ts';
import { isolated, openTestLink } from '../test-support/on-redis.ts';
import { concealed } from '../test-support/sample-data.ts';
import { signedInGateway } from '../test-support/signed-in-gateway.ts';
import { solvedChallenge } from '../test-support/solved-challenge.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const secrets = { Mutation: { concealSecret: () => concealed } };
const fromOurPage = { 'sec-fetch-site': 'same-origin' };
const missing = { code: 'captcha_missing', message: 'Cannot skip authenticity check', success: false };
const document = 'mutation { concealSecret(input: {secret: "a"}) { __typename } }';
const send = (port: number, more = {}, headers: Readonly<Record<string, string>> = fromOurPage) =>
  post(port, '/api/v2/secret/conceal', { secret: 'a', ...more }, headers);

async function create(port: number, times: number, headers?: Readonly<Record<string, string>>): Promise<void> {
  for (let sent = 0; sent < times; sent += 1) expect((await send(port, {}, headers)).status).toBe(200);
}

type Start = () => Promise<Awaited<ReturnType<typeof startTestGateway>>>;

describe.each<[string, (stack: AsyncDisposableStack) => Promise<Start>]>([
  ['counted in memory', async () => () => startTestGateway({ secrets })],
  [
    'counted in Redis',
    async (stack) => {
      const link = stack.use(await openTestLink(stack.use(await startTestRedis()).url));
      return () => startTestGateway({ secrets, openStores: redisStores(isolated(link)) });
    },
  ],
])('a network that creates very many secrets on the site, %s', (_name, openPlace) => {
  const stack = new AsyncDisposableStack();
  let start: Start;
  beforeAll(async () => {
    start = await openPlace(stack);
  });
  afterAll(() => stack.disposeAsync());

  test('is asked for a captcha from the hundred and first within ten minutes on; each works once', async () => {
    await using gateway = await start();
    const { port } = gateway;
    await create(port, 100);
    const refused = await send(port);
    expect([refused.status, refused.json]).toEqual([400, expect.objectContaining(missing)]);
    const authenticity_payload = await solvedChallenge(port);
    expect((await send(port, { authenticity_payload })).status).toBe(200);
    expect((await send(port, { authenticity_payload })).json).toMatchObject({ code: 'captcha_failed' });
    expect((await send(port, { kind: 'generate', secret: '' })).json).toMatchObject(missing);
    const asked = await graph(port, document, fromOurPage);
    expect([asked.status, asked.json.errors[0].extensions]).toEqual([403, { code: 'CAPTCHA_MISSING' }]);
    const header = { ...fromOurPage, 'o-authenticity-payload': await solvedChallenge(port) };
    expect((await graph(port, document, header)).json.errors).toBeUndefined();
  });

  test('what is empty, and so is refused anyway, costs neither a place nor a solution', async () => {
    await using gateway = await start();
    const { port } = gateway;
    await create(port, 100);
    const authenticity_payload = await solvedChallenge(port);
    // The played service refuses nothing.
    expect((await send(port, { secret: '' })).status).toBe(200);
    expect((await send(port, { secret: '', authenticity_payload })).status).toBe(200);
    expect((await send(port, { authenticity_payload })).status).toBe(200);
  });

  test('programs are not asked: their limit is that of the contract', async () => {
    await using gateway = await start();
    const { port } = gateway;
    await create(port, 100);
    await create(port, 110, {});
    expect((await graph(port, document)).json.errors).toBeUndefined();
    expect((await send(port)).json).toMatchObject(missing);
  });
});

test('customers are not asked, by session or by API token', async () => {
  await using gateway = await signedInGateway({ secrets });
  for (let sent = 0; sent < 103; sent += 1) {
    expect((await gateway.post('/api/v2/secret/conceal', { secret: 'a' })).status).toBe(200);
    expect((await gateway.post('/api/v2/secret/conceal', { secret: 'a' }, 'api')).status).toBe(200);
  }
});
