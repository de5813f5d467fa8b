import { kafkaClient, withAdmin } from '@onceover/kafka-log';
import { createLogger } from '@onceover/service-kit/logging';
import { eventually } from '@onceover/testing/eventually';
import type { RedisCommand } from '@onceover/testing/redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concealAs } from '../../../support/customer-secrets.ts';
import { LiveSocket } from '../../../support/live-socket.ts';
import { type AttackedSplit, startAttackedSplit } from '../support/attacked-split.ts';
import { volume } from '../support/volume.ts';
import { type Forged, forgedRecords } from './forged-records.ts';

const CANARY = 'canary-of-a-stranger';
/** In the trail of an account, had somebody believed what was written to a topic. */
const LIES = /password|burned/;
const SOON = { withinMs: 60_000, everyMs: 250 };

let attacked: AttackedSplit;
let split: AttackedSplit['split'];
let visitor: AttackedSplit['visitor'];
let nina: AttackedSplit['nina'];
let accountRef: AttackedSplit['accountRef'];
let peer: AttackedSplit['peer'];

beforeAll(async () => {
  attacked = await startAttackedSplit('brokers', 'gateway');
  ({ split, visitor, nina, accountRef, peer } = attacked);
});
afterAll(() => attacked[Symbol.asyncDispose]());

/** Where nina's feed ended before anything was forged: without it only the last minute is told. */
let head: string;
const kinds = async () => {
  const { json } = await nina.browser.graph('query ($after: ID) { activity(after: $after) { items { kind } } }', {
    after: head,
  });
  return (json.data.activity.items as { kind: string }[]).map(({ kind }) => kind);
};
const actions = async () => {
  const { json } = await nina.browser.graph('{ viewer { auditTrail(first: 100) { entries { action } } } }');
  return (json.data.viewer.auditTrail.entries as { action: string }[]).map(({ action }) => action);
};
const output = () => split.all.map((each) => each.output).join('\n');

/** What a key can be instead. */
const poisons: readonly ((key: string) => RedisCommand)[] = [
  (key) => ['SET', key, CANARY],
  (key) => ['RPUSH', key, CANARY],
  (key) => ['HSET', key, '__proto__', CANARY],
];

test('whoever writes into Redis is believed nothing: a ring is a reason to look, and no more', async () => {
  const { redis } = split.backing;
  const { metadataKey, secretKey } = await visitor.conceal('watched');
  using live = await LiveSocket.connect(split.urls[0] ?? '');
  const query = 'subscription ($key: String!) { metadataChanged(key: $key) { state } }';
  live.subscribe('watching', query, { key: metadataKey });
  const states = () => live.messages.flatMap(({ payload }) => payload?.data?.metadataChanged?.state ?? []);
  await eventually(() => expect(states()).toHaveLength(1), SOON);
  const words = async (command: string) =>
    (await redis.ask(command)).split('\r\n').filter((line) => /^onceover:/.test(line));
  await peer.attack('rings and keys', async () => {
    const channels = await words('PUBSUB SHARDCHANNELS *');
    expect(channels.length).toBeGreaterThan(0);
    const messages = ['', CANARY, '{"state":"RECEIVED"}', '\u0000'.repeat(1_000), 'x'.repeat(100_000)];
    const rings = Array.from(
      { length: volume(3_000) },
      (_, number): RedisCommand => [
        'SPUBLISH',
        number % 7 === 0 ? 'onceover:bell:__proto__' : (channels[number % channels.length] ?? ''),
        messages[number % messages.length] ?? '',
      ],
    );
    await redis.fill(rings);
    for (const poison of poisons) {
      const keys = await words('KEYS onceover:*');
      await redis.fill(keys.flatMap((key) => [['DEL', key], poison(key)]));
    }
    return rings.length;
  });
  expect(new Set(states())).toEqual(new Set(['NEW']));
  await redis.ask('FLUSHALL');
  await visitor.reveal(secretKey);
  await eventually(() => expect(states().at(-1)).toBe('RECEIVED'), SOON);
  expect(JSON.stringify(live.messages)).not.toContain(CANARY);
  expect(output()).not.toContain(CANARY);
});

/** Writes as somebody who may write to every topic. */
async function forge(records: Readonly<Record<string, readonly Forged[]>>): Promise<number> {
  const kafka = client();
  const producer = kafka.producer();
  await producer.connect();
  for (const [topic, messages] of Object.entries(records)) await producer.send({ topic, messages: [...messages] });
  await producer.disconnect();
  return Object.values(records).flat().length;
}
const client = () =>
  kafkaClient({ brokers: split.backing.kafka.brokers, clientId: 'stranger' }, createLogger('stranger'));
const logsOf = async () =>
  (await withAdmin(client(), (admin) => admin.listTopics())).filter((name) => name.endsWith('.events.v1'));

test('whoever writes to a topic is believed nothing: consumers stand before it and say so, and all else goes on', async () => {
  head = (await nina.browser.graph('{ activity { head } }')).json.data.activity.head;
  await concealAs(nina, 'before the attack');
  await eventually(async () => expect(await kinds()).toHaveLength(1), SOON);
  const before = await kinds();
  const topics = await logsOf();
  expect(topics.length).toBeGreaterThanOrEqual(3);
  const forged = await Promise.all(
    topics.map(async (topic) => {
      const { length: partitions } = await withAdmin(client(), (admin) => admin.fetchTopicOffsets(topic));
      return [topic, forgedRecords(topic, { accountRef, partitions, canary: CANARY, times: volume(2) })] as const;
    }),
  );
  await peer.attack('records', () => forge(Object.fromEntries(forged)));
  await eventually(() => expect(output()).toMatch(/the record at offset \d+ (?:is|has) /), SOON);
  await peer.attack('afterwards', async () => {
    await concealAs(nina, 'while consumers stand');
    return 0;
  });
  expect(await kinds()).toEqual(before);
  for (const action of await actions()) expect(action).not.toMatch(LIES);
  expect(output()).not.toContain(CANARY);
  for (const process of split.all)
    expect([process.name, process.output]).not.toEqual([process.name, expect.stringMatching(/uncaught/i)]);
});

// Consumers look every minute for what no record tells.
test.runIf(volume(1) > 1)(
  'once the topics are made anew nothing is missing, and nothing of the lies is there',
  async () => {
    const topics = await logsOf();
    await withAdmin(client(), (admin) => admin.deleteTopics({ topics }));
    await eventually(async () => expect(await kinds()).toHaveLength(2), { withinMs: 180_000, everyMs: 500 });
    for (const action of await actions()) expect(action).not.toMatch(LIES);
  },
);
