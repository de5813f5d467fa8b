import { withAdmin } from '@onceover/kafka-log';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { startOwnKafka } from '@onceover/testing/kafka';
import { expect, test } from 'vitest';
import { openPostgres, type PostgresBench } from '../test-support/benches.ts';
import { counting, running } from '../test-support/definitions.ts';
import { append } from '../test-support/events.ts';
import { type KafkaTopics, kafkaTopics } from '../test-support/kafka-topics.ts';
import { expectLog, wholeLog } from '../test-support/topic-contents.ts';

const LONG = { withinMs: 60_000 };
// Kills of brokers take a machine that does nothing else.
const isProving = Number(process.env.ONCEOVER_PROVE ?? 0) > 0;

/** Appends until it is told to stop. */
function load(bench: PostgresBench) {
  let isDone = false;
  const work = (async () => {
    for (; !isDone; await new Promise((resolve) => setTimeout(resolve, 10)))
      await append(bench.boxes, ['box.noted'], newId());
  })();
  return async () => {
    isDone = true;
    await work;
  };
}

async function expectAll(bench: PostgresBench, topics: KafkaTopics): Promise<void> {
  const log = await wholeLog(bench, 'boxes');
  const ids = log.map(({ id }) => id).toSorted();
  await eventually(async () => expect((await bench.effects()).toSorted()).toEqual(ids), LONG);
  expectLog(await topics.recordsOf('boxes'), log);
}

test.runIf(isProving)(
  '15: the only broker is killed three times under load: nothing is lost, and who reads says that it stands still',
  async () => {
    await using server = await startOwnKafka({ nodes: 1 });
    await using bench = await openPostgres();
    const topics = kafkaTopics(server.brokers, bench);
    const told: unknown[] = [];
    await using relay = await topics.startRelay('boxes', { checkMs: 1_000 });
    const source = topics.member({ onError: (error) => told.push(error) });
    await using consumer = await running({ ...bench, source }, counting(bench, { sources: ['boxes'] }));
    const end = load(bench);
    for (let kill = 0; kill < 3; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 500));
      const before = told.length;
      await server.nodes[0]?.kill();
      await eventually(() => expect(told.length).toBeGreaterThan(before), LONG);
      await eventually(() => expect(consumer.state).toBe('starting'), LONG);
      await eventually(async () => expect((await relay.report()).state).toBe('failing'), LONG);
      await server.nodes[0]?.start();
      await eventually(() => expect(consumer.state).toBe('running'), LONG);
      await eventually(async () => expect((await relay.report()).state).toBe('publishing'), LONG);
    }
    await end();
    await expectAll(bench, topics);
    await consumer.catchUp();

    await server.nodes[0]?.kill();
    const stopped = performance.now();
    await consumer.stop({ drainMs: 500 });
    await relay[Symbol.asyncDispose]();
    // Whoever stops does not wait for brokers that are away.
    expect(performance.now() - stopped).toBeLessThan(15_000);
  },
);

test.runIf(isProving)(
  '15: the leader of each partition is killed under load, of three brokers: nothing is lost, and order holds',
  async () => {
    await using server = await startOwnKafka({ nodes: 3, version: '4.3.1' });
    await using bench = await openPostgres();
    const topics = kafkaTopics(server.brokers, bench, { copies: 3, leastCopies: 2 });
    await using relay = await topics.startRelay('boxes');
    await using consumer = await running(
      { ...bench, source: topics.member() },
      counting(bench, { sources: ['boxes'] }),
    );
    await append(bench.boxes, ['box.noted']);
    await consumer.catchUp();
    const end = load(bench);
    for (const partition of [0, 1]) {
      const leader = await withAdmin(topics.kafka, async (admin) => {
        const { topics: found } = await admin.fetchTopicMetadata({ topics: [topics.topicOf('boxes').name] });
        return found[0]?.partitions.find(({ partitionId }) => partitionId === partition)?.leader ?? 1;
      });
      await new Promise((resolve) => setTimeout(resolve, 500));
      await server.nodes[leader - 1]?.kill();
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await server.nodes[leader - 1]?.start();
    }
    await end();
    await expectAll(bench, topics);
    await eventually(async () => expect(await relay.report()).toMatchObject({ state: 'publishing' }), LONG);
  },
);
