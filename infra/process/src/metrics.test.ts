import { createServer } from 'node:net';
import { createLogger } from '@onceover/service-kit/logging';
import { expect, test } from 'vitest';
import { type MetricsSources, startMetrics } from './metrics.ts';

const sources: MetricsSources = {
  log: createLogger('test'),
  readiness: async () => ({ isReady: false, reason: 'secrets: sealed' }),
  events: {
    consumers: async () => [
      { consumer: 'shelf.boxes@1', source: 'boxes', shard: 0, lag: { events: 7, seconds: 12.5 }, isHalted: true },
    ],
    watermarkAge: async () => 3.5,
  },
};
const place = { host: '127.0.0.1', port: 0 };

test('the metrics say how old the watermark is, how far behind each consumer is, and which one halted', async () => {
  await using metrics = await startMetrics(place, sources);
  const text = await (await fetch(metrics.url)).text();
  const labels = '{consumer="shelf.boxes@1",source="boxes",shard="0"}';
  for (const line of [
    'onceover_ready 0',
    'onceover_event_watermark_age_seconds 3.5',
    `onceover_consumer_lag_events${labels} 7`,
    `onceover_consumer_lag_seconds${labels} 12.5`,
    `onceover_consumer_halted${labels} 1`,
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).toContain('process_resident_memory_bytes');
});

test('no label but the names of consumers and logs, of versions and of what the process does', async () => {
  await using metrics = await startMetrics(place, sources);
  const text = await (await fetch(metrics.url)).text();
  const names = new Set([...text.matchAll(/[{,]([a-z_]+)="/g)].map(([, name]) => name));
  const allowed = ['consumer', 'source', 'shard', 'version', 'major', 'minor', 'patch', 'kind', 'type', 'space', 'le'];
  expect([...names].filter((name) => !allowed.includes(name ?? ''))).toEqual([]);
});

test('while the database is down there are no numbers of consumers, rather than old ones', async () => {
  let isDown = false;
  const consumers = async () => (isDown ? Promise.reject(new Error('down')) : []);
  await using metrics = await startMetrics(place, { ...sources, events: { consumers, watermarkAge: async () => 1 } });
  await fetch(metrics.url);
  isDown = true;
  const text = await (await fetch(metrics.url)).text();
  expect(text).toContain('onceover_ready 0');
  expect(text).not.toContain('onceover_consumer_lag_events{');
});

test('a process that reads no events has no numbers of them', async () => {
  await using metrics = await startMetrics(place, { ...sources, events: undefined });
  const text = await (await fetch(metrics.url)).text();
  expect(text).toContain('onceover_ready 0');
  expect(text).not.toMatch(/onceover_(event|consumer)/);
});

test('there is nothing else on the port, and a port that is taken is a clear refusal', async () => {
  await using metrics = await startMetrics(place, sources);
  expect((await fetch(metrics.url.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(metrics.url, { method: 'POST' })).status).toBe(404);
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  await expect(startMetrics({ host: '127.0.0.1', port }, sources)).rejects.toThrow('ONCEOVER_METRICS_PORT');
  other.close();
});
