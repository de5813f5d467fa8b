import { createServer } from 'node:net';
import { createLogger } from '@onceover/service-kit/logging';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MetricsSources, openMetrics } from './metrics.ts';
import { productVersion } from './product.ts';

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
const settings = { metricsHost: '127.0.0.1', metricsPort: 0 };

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

async function show(given: MetricsSources = sources): Promise<string> {
  return (await (await openMetrics(settings)).show(given, stack)) ?? expect.fail();
}

test('the metrics say which version runs, how old the watermark is, how far behind each consumer is, and which one halted', async () => {
  const url = await show();
  const text = await (await fetch(url)).text();
  const labels = '{consumer="shelf.boxes@1",source="boxes",shard="0"}';
  for (const line of [
    `onceover_build_info{version="${productVersion()}"} 1`,
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

test('no gauge has the name of a counter, which promtool would refuse', async () => {
  const text = await (await fetch(await show())).text();
  const gauges = [...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name ?? '');
  expect(gauges).toContain('onceover_ready');
  expect(gauges.filter((name) => name.endsWith('_total'))).toEqual([]);
});

test('no label but the names of consumers and logs, of versions and of what the process does', async () => {
  const url = await show();
  const text = await (await fetch(url)).text();
  const names = new Set([...text.matchAll(/[{,]([a-z_]+)="/g)].map(([, name]) => name));
  const allowed = ['consumer', 'source', 'shard', 'version', 'major', 'minor', 'patch', 'kind', 'type', 'space', 'le'];
  expect([...names].filter((name) => !allowed.includes(name ?? ''))).toEqual([]);
});

test('while the database is down there are no numbers of consumers, rather than old ones', async () => {
  let isDown = false;
  const consumers = async () => (isDown ? Promise.reject(new Error('down')) : []);
  const url = await show({ ...sources, events: { consumers, watermarkAge: async () => 1 } });
  await fetch(url);
  isDown = true;
  const text = await (await fetch(url)).text();
  expect(text).toContain('onceover_ready 0');
  expect(text).not.toContain('onceover_consumer_lag_events{');
});

test('a process that reads no events has no numbers of them', async () => {
  const url = await show({ ...sources, events: undefined });
  const text = await (await fetch(url)).text();
  expect(text).toContain('onceover_ready 0');
  expect(text).not.toMatch(/onceover_(event|consumer)/);
});

test('the port says that the process is live, and why it is not ready', async () => {
  const url = await show();
  const ask = async (path: string) => {
    const response = await fetch(url.replace('/metrics', path));
    return [response.status, await response.json()];
  };
  expect(await ask('/health/live')).toEqual([200, { status: 'live' }]);
  expect(await ask('/health/ready')).toEqual([503, { status: 'not ready', reason: 'secrets: sealed' }]);
});

test('whether secrets is sealed is told beside whether the process is ready', async () => {
  let sealed: string | undefined = 'no KEK';
  const readiness = async () => ({ isReady: false, reason: 'secrets', ...(sealed && { sealed }) });
  const url = await show({ ...sources, readiness });
  expect(await (await fetch(url)).text()).toContain('\nonceover_sealed 1\n');
  sealed = undefined;
  expect(await (await fetch(url)).text()).toContain('\nonceover_sealed 0\n');
});

test('there is nothing else on the port, and a port that is taken is a clear refusal', async () => {
  const url = await show();
  expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const taken = await openMetrics({ ...settings, metricsPort: port });
  await expect(taken.show(sources, stack)).rejects.toThrow('ONCEOVER_METRICS_PORT');
  other.close();
});

test('what a part counts is shown, and a value that nobody announced is shown as other', async () => {
  const { counting, show: showThem } = await openMetrics(settings);
  const boxes = new Set(['small']);
  const packed = counting.duration({ name: 'packing_duration_seconds', help: 'Packing.', labels: { box: boxes } });
  const shelves = { name: 'shelves', help: 'Shelves.', labels: { box: boxes } };
  counting.level(shelves, () => [[{ box: 'small' }, boxes.size]]);
  counting.level(shelves, () => [[{ box: 'large' }, 7]]);
  const lost = { name: 'lost_total', help: 'Lost.', labels: { box: boxes } };
  counting.count(lost)({ box: 'small' });
  counting.count(lost)({ box: 'canary' }, 3);
  boxes.add('large');
  for (const box of ['small', 'large', 'canary', 'another canary']) packed({ box }, 0.02);
  const url = (await showThem(sources, stack)) ?? expect.fail();
  const lines = (await (await fetch(url)).text()).split('\n');
  for (const [box, many] of [
    ['small', 1],
    ['large', 1],
    ['other', 2],
  ]) {
    expect(lines).toContain(`packing_duration_seconds_count{box="${box}"} ${many}`);
    expect(lines).toContain(`packing_duration_seconds_bucket{le="0.025",box="${box}"} ${many}`);
    expect(lines).toContain(`packing_duration_seconds_bucket{le="0.01",box="${box}"} 0`);
  }
  for (const line of ['shelves{box="small"} 2', 'shelves{box="large"} 7']) expect(lines).toContain(line);
  for (const line of ['lost_total{box="small"} 1', 'lost_total{box="other"} 3']) expect(lines).toContain(line);
  expect(lines.join()).not.toContain('canary');
});

test('without a port nothing is counted and nothing listens', async () => {
  const { counting, show: showThem } = await openMetrics({ ...settings, metricsPort: undefined });
  counting.duration({ name: 'a', help: 'A.', labels: {} })({}, 1);
  counting.count({ name: 'b_total', help: 'B.', labels: {} })({});
  counting.level({ name: 'c', help: 'C.', labels: {} }, () => [[{}, 1]]);
  expect(await showThem(sources, stack)).toBeUndefined();
});
