import type { ConsumerSource, LogOwners } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { ConsumerDefinition } from '../consumer.ts';
import { openPostgres, type PostgresBench } from '../test-support/benches.ts';
import { counting, running } from '../test-support/definitions.ts';
import { append } from '../test-support/events.ts';
import { type KafkaTopics, kafkaTopics, PARTITIONS } from '../test-support/kafka-topics.ts';
import { startKafkaProcess } from '../test-support/start-consumer-process.ts';
import { wholeLog } from '../test-support/topic-contents.ts';

const isProving = Number(process.env.ONCEOVER_PROVE ?? 0) > 0;
const KILLS = isProving ? 20 : 4;
const clusters = Object.entries(inject('kafka') ?? {}).map(([version, brokers]) => ({ version, brokers }));
/** The broker takes a killed member for gone after so long. */
const SESSION_MS = 6_000;

describe.each(clusters)('members of a consumer on Kafka $version', ({ version, brokers }) => {
  // Groups are kept by other code in Kafka 4 than before; the rest is ours, whatever the brokers are.
  const ours = test.runIf(isProving || version === clusters[0]?.version);
  let bench: PostgresBench;
  let topics: KafkaTopics;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    bench = stack.use(await openPostgres());
    topics = kafkaTopics(brokers.split(','), bench);
    stack.use(await topics.startRelay('boxes'));
    stack.use(await topics.startRelay('crates'));
  });
  beforeEach(() => bench.rows('delete from counter.effects'));
  afterAll(() => stack.disposeAsync());

  const member = (definition: ConsumerDefinition, source: ConsumerSource = topics.member()) =>
    running({ ...bench, source }, definition);
  const appendSome = async (count: number) => {
    for (let i = 0; i < count; i += 1) await append(bench.boxes, ['box.noted']);
  };
  const idsFrom = async (start: number) => (await wholeLog(bench, 'boxes')).slice(start).map(({ id }) => id);
  const expectEach = async (start: number) => {
    // What was appended last is settled a moment later, so the log is asked each time.
    const isDone = async () => expect((await bench.effects()).toSorted()).toEqual((await idsFrom(start)).toSorted());
    await eventually(isDone, { withinMs: 30_000 });
  };
  const logLength = async () => (await wholeLog(bench, 'boxes')).length;

  ours(`4: killed ${KILLS} times wherever it was, the effect of every event is there exactly once`, async () => {
    await append(bench.boxes, ['box.noted']);
    const life = { does: 'consume', address: bench.address, brokers: brokers.split(','), dieAt: null } as const;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // A group of its own, because a group waits for a member that was killed: whose a partition is says the checkpoint.
      await using victim = startKafkaProcess({
        ...life,
        prefix: topics.prefix,
        group: `life-${kill}.`,
        consumer: 'counter.killed',
      });
      await victim.state;
      const before = (await bench.effects()).length;
      const load = appendSome(60);
      await eventually(async () => expect((await bench.effects()).length).toBeGreaterThan(before), {
        withinMs: 20_000,
      });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
      victim.child.kill('SIGKILL');
      await victim.ended;
      await load;
    }
    await using _last = startKafkaProcess({
      ...life,
      prefix: topics.prefix,
      group: 'life-last.',
      consumer: 'counter.killed',
    });
    await expectEach(0);
  });

  test('7: two members divide the partitions; when one is killed the other has all within its session and 5 s', async () => {
    const start = await logLength();
    const consumer = 'counter.divided';
    const definition = counting(bench, { name: consumer, sources: ['boxes'], startFrom: 'end' });
    await using mine = await member(definition);
    const life = { does: 'consume', address: bench.address, brokers: brokers.split(','), dieAt: null } as const;
    await using other = startKafkaProcess({ ...life, prefix: topics.prefix, group: topics.prefix, consumer });
    await other.state;
    const owners = async () =>
      new Set((await bench.source.places.list(`${consumer}@1`)).map(({ owner }) => owner).filter(Boolean));
    await eventually(async () => expect((await owners()).size).toBe(PARTITIONS), { withinMs: 20_000 });
    await appendSome(30);
    await expectEach(start);
    other.child.kill('SIGKILL');
    await other.ended;
    const killedAt = performance.now();
    await appendSome(30);
    await expectEach(start);
    expect(performance.now() - killedAt).toBeLessThan(SESSION_MS + 5_000);
    await mine.catchUp();
    expect(await mine.lag()).toEqual({ events: 0, seconds: 0 });
  });

  ours(
    '7: a member that loses its partition while it works has its effect rolled back: another has done it',
    async () => {
      const start = await logLength();
      const begun = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const definition = counting(bench, { sources: ['boxes'], startFrom: 'end' });
      const told: unknown[] = [];
      await using stale = await member(
        {
          ...definition,
          async handle(events, context) {
            for (const { id } of events) await bench.effect(context, id);
            begun.resolve();
            await goOn.promise;
          },
        },
        topics.member({ onError: (error) => told.push(error) }),
      );
      await append(bench.boxes, ['box.noted']);
      await begun.promise;
      // Another group, as if the brokers had given its partitions to somebody else without its knowing.
      const elsewhere = kafkaTopics(brokers.split(','), bench, {
        prefix: topics.prefix,
        group: `${topics.prefix}other.`,
      });
      await using fresh = await member(definition, elsewhere.member());
      await expectEach(start);
      goOn.resolve();
      await eventually(() => expect(told.map(String).join()).toContain('owned by another process'));
      await append(bench.boxes, ['box.noted']);
      await expectEach(start);
      expect(fresh.state).toBe('running');
      expect(stale.state).toBe('starting');
    },
  );

  ours('what halted a partition is tried again when a member joins, also where the partition stays', async () => {
    const start = await logLength();
    let isMended = false;
    const handle: ConsumerDefinition['handle'] = async (events, context) => {
      if (!isMended) throw new RangeError('cannot handle this one');
      for (const { id } of events) await bench.effect(context, id);
    };
    const definition = counting(bench, { sources: ['boxes'], startFrom: 'end', onError: 'halt', handle });
    await using first = await member(definition);
    await appendSome(30);
    const halts = async () => (await bench.source.places.list(first.consumer)).filter(({ halt }) => halt !== undefined);
    await eventually(async () => expect(await halts()).toHaveLength(PARTITIONS), { withinMs: 20_000 });
    isMended = true;
    await using second = await member(definition);
    await expectEach(start);
    await eventually(() => expect([first.state, second.state]).toEqual(['running', 'running']), { withinMs: 20_000 });
  });

  test('a third member that comes and goes under load changes nothing but who does the work', async () => {
    const start = await logLength();
    const definition = counting(bench, { sources: ['boxes'], startFrom: 'end', maxBatch: 5 });
    await using first = await member(definition);
    await using second = await member(definition);
    const load = (async () => {
      for (let i = 0; i < 8; i += 1) {
        await appendSome(25);
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    })();
    for (let i = 0; i < 2; i += 1) {
      const third = await member(definition);
      await third.stop();
    }
    await load;
    await expectEach(start);
    expect([first.state, second.state]).not.toContain('halted');
  });

  ours(
    'waiting and catching up count what other members have; a member without any partition is no exception',
    async () => {
      const definition = counting(bench, { sources: ['boxes'], startFrom: 'end' });
      const start = await logLength();
      await using first = await member(definition);
      await using second = await member(definition);
      await using third = await member(definition);
      const appended = await Promise.all(Array.from({ length: 12 }, () => append(bench.boxes, ['box.noted'])));
      for (const one of [first, second, third]) {
        for (const append of appended) await one.waitFor(append, 20_000);
        expect((await bench.effects()).toSorted()).toEqual((await idsFrom(start)).toSorted());
        await one.catchUp(20_000);
        expect(await one.lag()).toEqual({ events: 0, seconds: 0 });
      }
      // What nobody wants is passed over by whoever has it.
      await append(bench.boxes, ['box.moved'], newId());
      await first.catchUp(20_000);
      await second.catchUp(20_000);
    },
  );

  ours('what is left of a topic that was emptied comes from the owner, also when it was away at first', async () => {
    await using other = await openPostgres();
    const quiet = kafkaTopics(brokers.split(','), other);
    const { owners } = quiet;
    let isAway = true;
    const published: LogOwners['published'] = async (log) => {
      if (isAway) throw new Error('the owner of the log is away');
      return owners.published(log);
    };
    await append(other.boxes, ['box.noted', 'box.noted', 'box.noted']);
    await append(other.boxes, ['box.noted']);
    await using relay = await quiet.startRelay('boxes');
    await eventually(async () => expect((await relay.report()).lag.events).toBe(0), { withinMs: 20_000 });
    await quiet.trim('boxes');
    const told: string[] = [];
    const source = quiet.member({ owners: { ...owners, published }, onError: (error) => told.push(String(error)) });
    await using consumer = await running({ ...other, source }, counting(other, { sources: ['boxes'] }));
    await eventually(() => expect(told.join()).toContain('the owner of the log is away'), { withinMs: 10_000 });
    isAway = false;
    await consumer.catchUp();
    expect(await other.effects()).toHaveLength(4);
  });
});
