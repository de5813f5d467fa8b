import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ConfigError } from '@onceover/service-kit/config';
import { eventually } from '@onceover/testing/eventually';
import { startTestRedis, startTestRedisCluster } from '@onceover/testing/redis';
import { testCertificate } from '@onceover/testing/test-certificate';
import { describe, expect, test } from 'vitest';
import { redisConfig } from './config.ts';
import { openRedis, RedisUnavailable } from './redis-link.ts';
import { recordingLog } from './test-support/redis-log.ts';

const addressOf = (url: string) => redisConfig.address.schema.parse(url);

/** Opens a link that waits so long for answers, and what it logs. */
async function open(url: string, patienceMs?: number) {
  const { log, lines } = recordingLog();
  const patience = patienceMs === undefined ? {} : { patienceMs };
  return { shared: await openRedis({ address: addressOf(url), log, ...patience }), lines };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work().catch(() => undefined);
  return performance.now() - begun;
}

describe('a start is refused with a sentence', () => {
  const withPassword = ['requirepass right', 'user nina on >hers ~* &* +@all'];
  const at = (port: number, rest = '') => `redis://${rest}127.0.0.1:${port}`;

  test.each([
    ['without the password', '', /requires a password/],
    ['with a wrong password', ':wrong@', /refuses the user or password/],
    ['as an unknown user', 'nobody:right@', /refuses the user or password/],
  ])('%s', async (_name, credentials, sentence) => {
    await using redis = await startTestRedis(withPassword);
    const start = open(at(redis.port, credentials));
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow(sentence);
    await expect(start).rejects.not.toThrow(/wrong|right/);
  });

  test('right passwords are let in', async () => {
    await using redis = await startTestRedis(withPassword);
    for (const credentials of [':right@', 'nina:hers@']) {
      const { shared, lines } = await open(at(redis.port, credentials));
      await using _ = shared;
      expect(await shared.call('set', shared.key('a'), '1')).toBe('OK');
      expect(lines).toEqual([]);
    }
  });

  test('by a Redis older than 7', async () => {
    const old = createServer((socket) => {
      socket.on('data', (data) => {
        const info = 'redis_version:6.2.14\r\nredis_mode:standalone\r\n';
        const isInfo = /info/i.test(String(data));
        socket.write(isInfo ? `$${info.length}\r\n${info}\r\n` : "-ERR unknown command 'HELLO'\r\n");
      });
    });
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const { port } = old.address() as { port: number };
    await expect(open(at(port))).rejects.toThrow(/this Redis is 6\.2\.14; install Redis 7 or newer/);
    old.close();
  });

  test('by a cluster that was taken for a server, and a server that was taken for a cluster', async () => {
    await using redis = await startTestRedis();
    await expect(open(`${redis.url}?cluster=true`)).rejects.toThrow(/is not a node of a cluster/);
    await using cluster = await startTestRedisCluster();
    await expect(open(cluster.nodes[0]?.url ?? '')).rejects.toThrow(/is a node of a cluster; add \?cluster=true/);
    const { shared } = await open(`${cluster.nodes[0]?.url}?cluster=true`);
    await using _ = shared;
    expect(shared.isAvailable).toBe(true);
  });

  test('a policy that throws away what is counted is a warning', async () => {
    await using redis = await startTestRedis(['maxmemory-policy allkeys-lru']);
    const { shared, lines } = await open(redis.url);
    await using _ = shared;
    expect(lines).toMatchObject([{ policy: 'allkeys-lru', message: expect.stringContaining('maxmemory-policy') }]);
  });
});

describe('while Redis is unavailable', () => {
  test.each(['stands still', 'was killed'])(
    'because it %s: nobody waits long, it is said once, and once when it is back',
    async (how) => {
      await using redis = await startTestRedis();
      const { shared, lines } = await open(redis.url, 500);
      await using _ = shared;
      const ask = () => shared.call('get', shared.key('a'));
      await ask();
      if (how === 'was killed') await redis.kill();
      else redis.pause();
      const together = await Promise.all(Array.from({ length: 50 }, () => msOf(ask)));
      expect(Math.max(...together)).toBeLessThan(5_000);
      await expect(ask()).rejects.toThrow(RedisUnavailable);
      const known = await Promise.all(Array.from({ length: 50 }, () => msOf(ask)));
      expect(Math.max(...known)).toBeLessThan(400);
      expect(shared.isAvailable).toBe(false);
      expect(lines).toMatchObject([
        { reason: expect.stringMatching(/./), message: expect.stringContaining('unavailable') },
      ]);
      if (how === 'was killed') await redis.startAgain();
      else redis.goOn();
      await eventually(ask, { withinMs: 30_000 });
      expect(lines).toHaveLength(2);
      expect(lines[1]).toMatchObject({ seconds: expect.any(Number), message: 'Redis is available again' });
    },
  );

  test('it is not up when a process starts: the process starts, and uses it once it is there', async () => {
    await using redis = await startTestRedis();
    await redis.kill();
    const { shared, lines } = await open(redis.url);
    await using _ = shared;
    expect(shared.isAvailable).toBe(false);
    expect(lines).toMatchObject([{ reason: expect.stringContaining('ECONNREFUSED') }]);
    await redis.startAgain();
    await eventually(() => shared.call('set', shared.key('a'), '1'), { withinMs: 30_000 });
    expect(lines).toHaveLength(2);
  });

  test('because it is full: what it refuses to write is an outage, until there is room', async () => {
    await using redis = await startTestRedis(['maxmemory-policy noeviction']);
    const { shared, lines } = await open(redis.url, 5_000);
    await using _ = shared;
    await redis.ask('CONFIG SET maxmemory 1');
    await expect(shared.call('set', shared.key('a'), '1')).rejects.toThrow(RedisUnavailable);
    expect(lines).toMatchObject([{ reason: expect.stringContaining('OOM') }]);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(shared.isAvailable).toBe(false);
    await redis.ask('CONFIG SET maxmemory 0');
    await eventually(() => expect(shared.isAvailable).toBe(true));
    expect(lines).toHaveLength(2);
  });

  test('one node of a cluster is enough', async () => {
    await using cluster = await startTestRedisCluster();
    const { shared, lines } = await open(cluster.url, 500);
    await using _ = shared;
    const all = () =>
      Promise.all(Array.from({ length: 50 }, (_each, index) => shared.call('set', shared.key(index), '1')));
    await all();
    const [, second] = cluster.nodes;
    await second?.kill();
    await expect(all()).rejects.toThrow(RedisUnavailable);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(shared.isAvailable).toBe(false);
    expect(lines).toHaveLength(1);
  });
});

test('an answer that came while this process was busy counts, however late it is read', async () => {
  await using redis = await startTestRedis();
  const { shared, lines } = await open(redis.url, 50);
  await using _ = shared;
  for (let round = 0; round < 10; round += 1) {
    const answer = shared.call('set', shared.key('a'), '1');
    const until = performance.now() + 150;
    while (performance.now() < until);
    expect(await answer).toBe('OK');
  }
  expect(lines).toEqual([]);
});

test('a password reaches no line of the log and no error', async () => {
  await using redis = await startTestRedis(['requirepass hunter2']);
  const { shared, lines } = await open(`redis://:hunter2@127.0.0.1:${redis.port}`);
  await using _ = shared;
  await redis.kill();
  const failure = await shared.call('get', shared.key('a')).catch((error: unknown) => error);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
  expect(String(failure)).not.toContain('hunter2');
});

test('with TLS the certificate is checked: a stranger’s is refused, a trusted one is not', async () => {
  await using stack = new AsyncDisposableStack();
  const { key, cert } = testCertificate('localhost');
  const files = { 'tls-cert-file': cert, 'tls-key-file': key };
  const directory = await mkdtemp(path.join(tmpdir(), 'redis-tls-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const lines = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const file = path.join(directory, name);
      await writeFile(file, text);
      return `${name} ${file}`;
    }),
  );
  const redis = stack.use(await startTestRedis([...lines, 'tls-auth-clients no']));
  // On a port of its own, beside that on which the test sees that the server is up.
  const tlsPort = redis.port + 1;
  await redis.ask(`CONFIG SET tls-port ${tlsPort}`);
  const url = `rediss://localhost:${tlsPort}`;
  const stranger = open(url);
  await expect(stranger).rejects.toThrow(ConfigError);
  await expect(stranger).rejects.toThrow(
    /this Redis cannot be trusted or asked: its certificate is not from an authority/,
  );
  const before = getCACertificates('default');
  stack.defer(() => setDefaultCACertificates(before));
  setDefaultCACertificates([...before, cert]);
  const trusted = await open(url);
  stack.use(trusted.shared);
  expect(await trusted.shared.call('set', trusted.shared.key('a'), '1')).toBe('OK');
  expect(trusted.lines).toEqual([]);
});
