import { withAdmin } from '@onceover/kafka-log';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { openPostgres, type PostgresBench } from '../test-support/benches.ts';
import { counting, running } from '../test-support/definitions.ts';
import { append, appending } from '../test-support/events.ts';
import { type KafkaTopics, kafkaTopics } from '../test-support/kafka-topics.ts';
import { expectLog, keptLogger, wholeLog } from '../test-support/topic-contents.ts';

const clusters = Object.values(inject('kafka') ?? {}).map((brokers) => brokers.split(','));
const [brokers = []] = clusters;
const LONG = { withinMs: 30_000 };

let bench: PostgresBench;
let topics: KafkaTopics;
beforeEach(async () => {
  bench = await openPostgres();
  topics = kafkaTopics(brokers, bench);
});
afterEach(() => bench[Symbol.asyncDispose]());

const appendSome = async (count: number) => {
  for (let i = 0; i < count; i += 1) await append(bench.boxes, ['box.noted'], newId());
};
const expectEach = async () => {
  // What was appended last is settled a moment later, so the log is asked each time.
  const ids = async () => (await wholeLog(bench, 'boxes')).map(({ id }) => id).toSorted();
  await eventually(async () => expect((await bench.effects()).toSorted()).toEqual(await ids()), LONG);
};
const expectTopic = async (of: KafkaTopics) => {
  const log = await wholeLog(bench, 'boxes');
  // A relay may notice at its next look.
  await eventually(async () => expectLog(await of.recordsOf('boxes'), log), LONG);
};
const consumerOf = (of: KafkaTopics, name: string, told: string[] = []) =>
  running(
    { ...bench, source: of.member({ onError: (error) => told.push(saidBy(error)), lookMs: 500 }) },
    counting(bench, { name, sources: ['boxes'] }),
  );

/** With all its causes, and what settings are to be. */
function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const problems = 'problems' in error ? String(error.problems) : '';
  return [error.message, problems, saidBy(error.cause)].join(' ');
}

describe('a topic that is lost', () => {
  test('deleted and made anew: the relay fills it again, and no effect is lost or doubled', async () => {
    await using relay = await topics.startRelay('boxes', { checkMs: 500 });
    await using _consumer = await consumerOf(topics, 'counter.deleted');
    await appendSome(30);
    await expectEach();
    await withAdmin(topics.kafka, (admin) => admin.deleteTopics({ topics: [topics.topicOf('boxes').name] }));
    await appendSome(30);
    await expectEach();
    await expectTopic(topics);
    await eventually(async () => expect(await relay.report()).toMatchObject({ state: 'publishing' }), LONG);
  });

  test('another cluster: the relay publishes again, and consumers pass over what they have handled', async () => {
    const elsewhere = kafkaTopics(clusters[1] ?? brokers, bench);
    {
      await using _relay = await topics.startRelay('boxes');
      await using _consumer = await consumerOf(topics, 'counter.moved');
      await appendSome(30);
      await expectEach();
    }
    await appendSome(5);
    await using _relay = await elsewhere.startRelay('boxes');
    await using consumer = await consumerOf(elsewhere, 'counter.moved');
    await appendSome(5);
    await expectEach();
    await consumer.catchUp();
    await expectTopic(elsewhere);
  });

  test('trimmed before anybody has read it, while nobody reads, and while somebody reads: the rest comes from the owner', async () => {
    await using relay = await topics.startRelay('boxes');
    const published = () => eventually(async () => expect((await relay.report()).lag.events).toBe(0), LONG);
    await appendSome(20);
    await published();
    await topics.trim('boxes');
    {
      await using consumer = await consumerOf(topics, 'counter.trimmed');
      await consumer.catchUp();
      await expectEach();
    }
    await appendSome(20);
    await published();
    await topics.trim('boxes');
    await appendSome(3);
    await using consumer = await consumerOf(topics, 'counter.trimmed');
    await consumer.catchUp();
    await expectEach();
    await topics.trim('boxes');
    await appendSome(3);
    await expectEach();
  });
});

describe('what has to be mended by somebody', () => {
  const makeTopic = (numPartitions: number, configEntries: { name: string; value: string }[] = []) =>
    withAdmin(topics.kafka, (admin) =>
      admin.createTopics({
        topics: [{ topic: topics.topicOf('boxes').name, numPartitions, configEntries }],
        waitForLeaders: true,
      }),
    );
  const deleteTopic = () =>
    withAdmin(topics.kafka, (admin) => admin.deleteTopics({ topics: [topics.topicOf('boxes').name] }));
  const configure = (name: string, value: string) =>
    withAdmin(topics.kafka, (admin) =>
      admin.alterConfigs({
        validateOnly: false,
        resources: [{ type: 2, name: topics.topicOf('boxes').name, configEntries: [{ name, value }] }],
      }),
    );

  test.each([1, 3])(
    'a topic of %s partitions: relay and consumer say so, and go on when it was deleted',
    async (count) => {
      await makeTopic(count);
      const { lines, logger } = keptLogger();
      const told: string[] = [];
      await using relay = await topics.startRelay('boxes', { logger, checkMs: 500 });
      await using _consumer = await consumerOf(topics, `counter.of-${count}`, told);
      await appendSome(5);
      const sentence = `has ${count === 1 ? '1 partition' : `${count} partitions`} and needs 2`;
      const command = `kafka-topics.sh --bootstrap-server <broker> --delete --topic ${topics.topicOf('boxes').name}`;
      await eventually(async () => {
        const { state, failure } = await relay.report();
        expect([state, failure]).toEqual(['failing', expect.stringContaining(sentence)]);
        expect(failure).toContain(command);
      }, LONG);
      await eventually(() => expect(told.join()).toContain(sentence), LONG);
      await deleteTopic();
      await expectEach();
      await expectTopic(topics);
      expect(await relay.report()).toMatchObject({ state: 'publishing', failure: undefined });
      expect(lines.filter((line) => line.includes(sentence))).toHaveLength(1);
    },
  );

  test('a topic that is missing: a consumer says who makes it, and goes on when it is there', async () => {
    const told: string[] = [];
    await using _consumer = await consumerOf(topics, 'counter.early', told);
    await appendSome(5);
    await eventually(() => expect(told.join()).toContain('start the relay of its log, which makes it'), LONG);
    await using _relay = await topics.startRelay('boxes');
    await expectEach();
  });

  test.each([
    ['cleanup.policy', 'compact', 'delete', 'all events of a key but the last would be lost'],
    ['max.message.bytes', '4096', '1048588', 'a batch of events has up to 1000000'],
    ['min.insync.replicas', '2', '1', 'fewer brokers than that have a copy of it'],
  ])(
    'a topic with %s=%s: the relay says so before it sends anything, and goes on when it was set',
    async (...wrong) => {
      const [name, value, instead, because] = wrong;
      await makeTopic(2, [{ name, value }]);
      const { lines, logger } = keptLogger();
      await using relay = await topics.startRelay('boxes', { logger, checkMs: 500 });
      await appendSome(5);
      const sentence = `has ${name}=${value}, and ${because}: kafka-configs.sh`;
      await eventually(async () => {
        const { state, failure } = await relay.report();
        expect([state, failure]).toEqual(['failing', expect.stringContaining(sentence)]);
        expect(failure).toContain(`--add-config ${name}=${instead}`);
      }, LONG);
      await configure(name, instead);
      await expectTopic(topics);
      expect(lines.filter((line) => line.includes(sentence))).toHaveLength(1);
    },
  );

  test('an event that is larger than the topic takes by now: the relay names it, passes over nothing, and goes on', async () => {
    const { lines, logger } = keptLogger();
    await using relay = await topics.startRelay('boxes', { logger });
    await append(bench.boxes, ['box.noted']);
    await eventually(async () => expect((await relay.report()).published).toBe(1), LONG);
    await configure('max.message.bytes', '4096');
    const large = { type: 'box.noted', data: { text: 'large'.repeat(2_000) } };
    await bench.boxes.execute(appending(newId(), [large]));
    await append(bench.boxes, ['box.noted']);
    const naming =
      /raise max\.message\.bytes of the topic; the largest is the box\.noted event [0-9a-f-]{36} with \d+ bytes/;
    await eventually(() => expect(lines.join()).toMatch(naming), LONG);
    expect(lines.join()).not.toContain('largelarge');
    await configure('max.message.bytes', '1048588');
    await expectTopic(topics);
    expect(lines.filter((line) => naming.test(line))).toHaveLength(1);
  });

  test('a record that no relay has written: the consumer stands before it, says what to do, and goes on when it was done', async () => {
    await using _relay = await topics.startRelay('boxes', { checkMs: 500 });
    const told: string[] = [];
    await using _consumer = await consumerOf(topics, 'counter.foreign', told);
    await appendSome(5);
    await expectEach();
    const producer = topics.kafka.producer();
    await producer.connect();
    const messages = [0, 1].map((partition) => ({ partition, key: 'k', value: 'canary-of-the-foreign' }));
    await producer.send({ topic: topics.topicOf('boxes').name, messages });
    await producer.disconnect();
    await appendSome(10);
    await eventually(
      () => expect(told.join()).toContain('let the relay alone write to the topic, and delete the topic'),
      LONG,
    );
    expect(told.join()).not.toContain('canary-of-the-foreign');
    await deleteTopic();
    await expectEach();
  });

  test('a compression that cannot be read: relay and consumer say so, and go on when it was changed', async () => {
    await using relay = await topics.startRelay('boxes', { checkMs: 500 });
    const told: string[] = [];
    await using _consumer = await consumerOf(topics, 'counter.zstd', told);
    await appendSome(2);
    await expectEach();
    await configure('compression.type', 'zstd');
    await appendSome(5);
    const failure = expect.stringContaining(
      'has compression.type=zstd, and this client cannot read that: kafka-configs.sh',
    );
    await eventually(async () => expect(await relay.report()).toMatchObject({ state: 'failing', failure }), LONG);
    await eventually(() => expect(told.join()).toContain('set its compression.type to producer or gzip'), LONG);
    await configure('compression.type', 'producer');
    await deleteTopic();
    await expectEach();
  });
});

test('13: what may stand in the database and not in events is in no byte of any topic', async () => {
  const canaries = ['canary.person@example.org', `${'k'.repeat(15)}${'7'.repeat(16)}`];
  await using relay = await topics.startRelay('boxes');
  await using _consumer = await running(
    { ...bench, source: topics.member() },
    counting(bench, {
      name: 'counter.leaky',
      sources: ['boxes'],
      async handle([event], { tx }) {
        await tx.raw('insert into counter.effects (key) values (?)', [`${event?.id} ${canaries.join()}`]);
      },
    }),
  );
  await appendSome(10);
  await eventually(async () => expect((await bench.effects()).join()).toContain(canaries[0]), LONG);
  await eventually(async () => expect((await relay.report()).lag.events).toBe(0), LONG);
  const names = await withAdmin(topics.kafka, (admin) => admin.listTopics());
  for (const name of names.filter((topic) => topic.startsWith(topics.prefix))) {
    const records = (await topics.recordsOf(name.slice(topics.prefix.length).replace('.events.v1', ''))).flat();
    expect(records.length).toBeGreaterThan(0);
    const bytes = records.map((record) =>
      JSON.stringify([String(record.key), String(record.value), Object.entries(record.headers ?? {}).map(String)]),
    );
    for (const canary of canaries) expect(bytes.join('\n')).not.toContain(canary);
  }
});
