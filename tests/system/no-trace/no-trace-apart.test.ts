import { proofVolume } from '@onceover/testing/proof';
import { startTraceCollector } from '@onceover/testing/trace-collector';
import { expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { migratedDatabase } from '../../support/fresh-database.ts';
import { overhearRedis } from '../../support/overhear-redis.ts';
import { readTopics } from '../../support/read-topics.ts';
import { startBacking } from '../../support/split-backing.ts';
import { startSplitSystem } from '../../support/start-split-system.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { canariesIn } from './find-canaries.ts';
import { expectNone, plant } from './plant.ts';

test('when every service is a process of its own, nothing that a person entered is found in tables, topics, Redis, logs or traces', async () => {
  // The emails themselves do carry these values; they are stored elsewhere.
  using mails = temporaryPlace();
  await using backing = await startBacking();
  await using database = await migratedDatabase();
  await using collector = await startTraceCollector();
  using redis = await overhearRedis(backing.redisUrl);
  await using system = await startSplitSystem({
    backing,
    database: database.address,
    env: {
      ONCEOVER_LOG_LEVEL: 'trace',
      ONCEOVER_SECRETS_SWEEP_SECONDS: '1',
      ONCEOVER_MAIL_DIR: mails.path,
      ONCEOVER_INCOMING_RECIPIENT: 'desk@example.com',
      ONCEOVER_TRACES_URL: collector.url,
      ONCEOVER_TRACES_SHARE: '1',
    },
  });
  using client = new ApiClient(system.url);
  const garden = { url: system.url, client, tables: system.tables, mailDir: mails.path };
  const planted = await plant(garden, proofVolume(1));
  await system.drain();
  const topics = Object.entries(await readTopics(backing.brokers));
  const dump = Buffer.from(await system.tables.dump());
  await Promise.all(system.processes.map((each) => each.end('SIGTERM')));
  const logs = system.processes.map(({ name, output }): [string, Buffer] => [`log of ${name}`, Buffer.from(output)]);
  const places: readonly [string, Buffer][] = [
    ['tables', dump],
    ['Redis', Buffer.from(redis.text)],
    ['traces', Buffer.from(collector.text)],
    ...topics,
    ...logs,
  ];
  const hits = places.flatMap(([where, bytes]) => canariesIn(bytes, planted, where));
  expectNone(hits, planted, 'canaries planted apart');

  // The search proves something only if it finds what is there.
  const whereIs = (text: string) =>
    places.filter(([, bytes]) => canariesIn(bytes, { text }, '').length > 0).map(([where]) => where);
  expect(whereIs('secret.received')).toEqual(expect.arrayContaining(['tables', expect.stringMatching(/secrets/)]));
  expect(whereIs('/api/v2/secret/')).toEqual(expect.arrayContaining(['log of gateway', 'traces']));
  expect(whereIs('publish').concat(whereIs('PUBLISH'))).toContain('Redis');
  for (const [where, bytes] of logs) expect([where, bytes.length > 0]).toEqual([where, true]);
});
