import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../../../support/api-client.ts';
import { ask } from '../../../support/http.ts';
import type { Person } from '../../../support/people.ts';
import { freePorts } from '../../../support/spawn-split.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { countOf, flood } from '../support/flood.ts';
import { rawExchange } from '../support/raw-exchange.ts';
import { volume } from '../support/volume.ts';

interface Cast {
  readonly nina: Person;
  readonly token: string;
}

let program: AttackedProgram<Cast>;
let metrics: string;

beforeAll(async () => {
  const [port] = await freePorts(1);
  metrics = `http://127.0.0.1:${port}`;
  program = await startAttacked('metrics-and-health', {
    env: { ONCEOVER_METRICS_PORT: `${port}` },
    async prepare(people) {
      const nina = await people.customer();
      return { nina, token: await people.apiToken(nina) };
    },
  });
});
afterAll(() => program[Symbol.asyncDispose]());

test('the public port tells strangers that it lives and is ready, in one word and nothing of its inside', async () => {
  for (const [path, word] of [
    ['/health/live', 'live'],
    ['/health/ready', 'ready'],
  ] as const) {
    const { status, text, headers } = await ask(program.url, path, { headers: { host: 'evil.example' } });
    expect([status, text]).toEqual([200, JSON.stringify({ status: word })]);
    expect([headers.server, headers['x-powered-by'], headers['set-cookie']]).toEqual([undefined, undefined, undefined]);
  }
});

test('no spelling of a path on the public port leads to the metrics', async () => {
  const paths = ['/metrics', '/metrics/', '//metrics', '/health/../metrics', '/health/%2e%2e/metrics', '/%6detrics'];
  const more = [
    '/health/metrics',
    '/health/ready/metrics',
    '/api/metrics',
    '/metrics?x',
    '/METRICS',
    '/health/live;/metrics',
  ];
  const all = [...paths, ...more];
  await program.attack('paths of the metrics', async () => {
    const statuses = await flood(
      {
        url: program.url,
        times: volume(600),
        heard: (_status, text) => expect(text).not.toMatch(/# HELP|process_|onceover_http/),
      },
      (number) => ({ path: all[number % all.length] ?? '/', headers: { accept: 'application/json' } }),
    );
    return countOf(statuses, 404);
  });
});

test('a path below /health for a foreign host shows a page of ours that names it nowhere', async () => {
  for (const path of ['/health/', '/health/nothing', '/health/..%2fsecret/k', '/health/live/x']) {
    const headers = { host: 'evil.example', accept: 'text/html' };
    const { status, text, headers: answered } = await ask(program.url, path, { headers });
    expect(status).toBeGreaterThanOrEqual(404);
    expect(text + JSON.stringify(answered)).not.toContain('evil.example');
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  'health and metrics answer no %s',
  async (method) => {
    for (const url of [program.url, metrics]) {
      for (const path of ['/health/live', '/health/ready', '/metrics']) {
        const { status, text } = await ask(url, path, { method });
        expect([method, path, [400, 404, 405].includes(status) ? 'refused' : `${status} ${text}`]).toEqual([
          method,
          path,
          'refused',
        ]);
      }
    }
  },
);

test('what is not HTTP is refused on both ports, and nothing hangs', async () => {
  const oddities = [
    'GET constructor HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET __proto__ HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET http://evil.example/metrics HTTP/1.1\r\nHost: x\r\n\r\n',
    'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /metrics HTTP/1.1\r\n\r\n',
    `GET /metrics HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '*1\r\n$4\r\nPING\r\n',
  ];
  await program.attack('what is not HTTP', async () => {
    for (const url of [program.url, metrics]) {
      for (const bytes of oddities) {
        const { text, isClosed } = await rawExchange(url, bytes);
        expect(text).not.toMatch(/# HELP|stack|node:/);
        expect([url, bytes, isClosed || /^HTTP\/1\.1 4\d\d/.test(text)]).toEqual([url, bytes, true]);
      }
    }
    return oddities.length * 2;
  });
});

/** How many series there are, without those of the process itself. */
async function series(): Promise<string[]> {
  const { text } = await ask(metrics, '/metrics');
  return text.split('\n').filter((line) => line.startsWith('onceover_'));
}

test('strangers make no series: names of paths, methods, operations and hosts are counted as other', async () => {
  await series();
  const before = (await series()).length;
  await program.attack('made-up names', async () => {
    const statuses = await flood({ url: program.url, times: volume(600) }, (number) =>
      number % 2 === 0
        ? { path: `/canary-${number}/x`, method: ['GET', 'PURGE', 'PROPFIND'][number % 3] ?? 'GET' }
        : {
            path: '/graphql',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ query: 'query { nothing }', operationName: `canary${number}` }),
          },
    );
    return countOf(statuses, 400, 404, 405);
  });
  const after = await series();
  expect(after.join('\n')).not.toContain('canary');
  // A route that was not asked before has a series for each bucket.
  expect(after.length - before).toBeLessThan(120);
});

test('no key, address, session, token or network of anybody is in the metrics', async () => {
  const { nina, token } = program.cast;
  using client = new ApiClient(program.url, { headers: { 'x-forwarded-for': '198.51.100.77' } });
  const { secretKey, metadataKey } = await client.conceal('canary of content', { passphrase: 'canary of passphrase' });
  await client.reveal(secretKey, { passphrase: 'canary of passphrase' });
  await client.metadata(metadataKey);
  const browser = nina.browser.copy(program.url);
  await browser.get('/api/v2/account');
  await ask(program.url, '/api/v2/account', { headers: { authorization: token } });
  const { text } = await ask(metrics, '/metrics');
  const session = /sess=([^;]+)/.exec(browser.cookie ?? '')?.[1] ?? expect.fail();
  const secret = Buffer.from(token.slice('Basic '.length), 'base64').toString().split(':')[1] ?? expect.fail();
  for (const trace of [secretKey, metadataKey, nina.email, session, secret, 'canary', '198.51.100']) {
    expect(text).not.toContain(trace);
  }
  expect(text).not.toMatch(/(?<![0-9a-z])[0-9a-z]{31}(?![0-9a-z])/);
  expect(text).not.toMatch(/@example|127\.0\.0\.1/);
});

test.each([
  ['readiness on the public port', () => program.url, '/health/ready', 1_000],
  ['readiness on the other port', () => metrics, '/health/ready', 1_000],
  ['metrics', () => metrics, '/metrics', 100],
])('a flood of questions harms nobody: %s', async (name, url, path, times) => {
  await program.attack(name, async () => {
    const statuses = await flood({ url: url(), times: volume(times), atOnce: 32 }, () => ({ path }));
    return { answered: countOf(statuses, 200) };
  });
  expect(program.faults).toEqual([]);
});
