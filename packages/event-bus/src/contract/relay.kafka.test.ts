import { type Relay, watchRelay } from '@onceover/kafka-log';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openPostgres, type PostgresBench } from '../test-support/benches.ts';
import { append, appending } from '../test-support/events.ts';
import { type KafkaTopics, kafkaTopics } from '../test-support/kafka-topics.ts';
import { startKafkaProcess } from '../test-support/start-consumer-process.ts';
import { expectLog, keptLogger, wholeLog } from '../test-support/topic-contents.ts';

// Kills of processes and brokers take a machine that does nothing else.
const isProving = Number(process.env.ONCEOVER_PROVE ?? 0) > 0;
const ROUNDS = isProving ? 5 : 1;
const clusters = Object.entries(inject('kafka') ?? {}).map(([version, brokers]) => ({
  version,
  brokers: brokers.split(','),
}));

describe.each(clusters)('a relay to Kafka $version', ({ brokers }) => {
  let bench: PostgresBench;
  beforeAll(async () => {
    bench = await openPostgres();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  /** 12 writers, of streams with and without a tenant, of whom one in ten rolls back. */
  const write = async (rounds: number) => {
    const streams = Array.from({ length: 20 }, () => newId());
    const tenants = [null, newId(), newId()];
    const writer = async (seed: number) => {
      for (let i = 0; i < rounds; i += 1) {
        const id = streams[(seed * 7 + i * 3) % streams.length] ?? newId();
        const command = appending(id, Array<string>((i % 3) + 1).fill('box.noted'));
        const context = { ...command.context, tenantRef: tenants[(seed + i) % 3] ?? null };
        if (Math.random() >= 0.1) await bench.boxes.execute({ ...command, context });
        else await rolledBack(command);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, seed) => writer(seed)));
  };
  const rolledBack = async ({ context, appends }: ReturnType<typeof appending>) => {
    const work = bench.boxes.transact(context, async (uow) => {
      await uow.append(...appends);
      throw new RangeError('rolled back');
    });
    await expect(work).rejects.toThrow(RangeError);
  };

  const published = async (relay: Pick<Relay, 'report'>) => {
    await eventually(async () => expect((await relay.report()).lag.events).toBe(0), { withinMs: 30_000 });
  };
  const expectAll = async (topics: KafkaTopics) => {
    const last = await bench.source.history.last('boxes');
    const isPublished = async () => expect((await bench.endsOf('boxes')).published).toBe(last);
    await eventually(isPublished, { withinMs: 30_000 });
    expectLog(await topics.recordsOf('boxes'), await wholeLog(bench, 'boxes'));
  };

  test('1: the topic is the log: keys, headers and, in each partition, order (12 writers, 10 % rolled back)', async () => {
    const topics = kafkaTopics(brokers, bench);
    await using relay = await topics.startRelay('boxes');
    await write(20);
    await published(relay);
    await expectAll(topics);
    expect(await relay.report()).toMatchObject({ state: 'publishing', failure: undefined, lag: { events: 0 } });
  });

  test('two relays never publish at once, and whoever loses the log publishes nothing out of order', async () => {
    const topics = kafkaTopics(brokers, bench);
    await using first = await topics.startRelay('boxes', { leaseMs: 1_000 });
    await using second = await topics.startRelay('boxes', { leaseMs: 1_000 });
    // As if the one that has the log had been away for longer than its lease, again and again, without knowing.
    for (let turns = 0, before = ''; turns < 6 * ROUNDS; ) {
      await write(1);
      await bench.expireRelayLease('boxes');
      const [{ owner = '' } = {}] = await bench.relayPlaces('boxes');
      if (owner !== '' && owner !== before) turns += 1;
      before = owner;
    }
    await expectAll(topics);
    // Whoever lost the log learns of it when it renews its lease, or writes.
    await eventually(async () => {
      const states = [(await first.report()).state, (await second.report()).state].toSorted();
      expect(states).toEqual(['publishing', 'standing by']);
    });
    expect((await first.report()).published).toBeGreaterThan(0);
    expect((await second.report()).published).toBeGreaterThan(0);
  });

  test('a log that nobody publishes is told once, and so is who publishes it then, and who stands by', async () => {
    const topics = kafkaTopics(brokers, bench);
    const [watched, first, second] = [keptLogger(), keptLogger(), keptLogger()];
    const said = ({ lines }: { lines: readonly string[] }, words: string) =>
      lines.filter((line) => line.includes(words)).length;
    {
      // A relay that finds another topic than the last lets go of the log for a moment.
      await using relay = await topics.startRelay('boxes');
      await append(bench.boxes, ['box.noted']);
      await published(relay);
    }
    await using watch = watchRelay({ pool: bench.asRelay(), log: 'boxes', logger: watched.logger, everyMs: 100 });
    await append(bench.boxes, ['box.noted']);
    await eventually(() => expect(said(watched, 'no relay publishes this log: start one')).toBe(1));
    expect((await watch.unpublished())?.events).toBeGreaterThan(0);
    await using one = await topics.startRelay('boxes', { logger: first.logger, checkMs: 200 });
    await using _ = await topics.startRelay('boxes', { logger: second.logger, checkMs: 200 });
    await published(one);
    await eventually(() => expect(said(watched, 'the log is published again')).toBe(1));
    await eventually(() => expect(said(second, 'another relay publishes the log; this one stands by')).toBe(1));
    expect(said(first, 'this relay publishes the log')).toBe(1);
    expect(await watch.unpublished()).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(said(watched, 'no relay publishes')).toBe(1);
    expect(said(second, 'stands by')).toBe(1);
  });

  // Which broker it is makes no difference to who has the log.
  test.runIf(isProving)(
    '4: killed before a send, while it sends, before and after it has noted it: another goes on within 10 s',
    async () => {
      const topics = kafkaTopics(brokers, bench);
      {
        // A relay that finds another topic goes back, and lets go of the log for a moment: it is not to be one of those below.
        await using relay = await topics.startRelay('boxes');
        await append(bench.boxes, ['box.noted']);
        await published(relay);
      }
      const options = {
        does: 'relay',
        address: bench.address,
        brokers,
        prefix: topics.prefix,
        group: '',
        consumer: '',
      } as const;
      for (const dieAt of Array.from({ length: ROUNDS }, () => POINTS).flat()) {
        await using dying = startKafkaProcess({ ...options, dieAt });
        await dying.state;
        let isDead = false;
        void dying.ended.then(() => {
          isDead = true;
        });
        await using standingBy = await topics.startRelay('boxes');
        for (; !isDead; await write(1));
        expect(await dying.ended).toBe('SIGKILL');
        const killedAt = performance.now();
        const { position } = await append(bench.boxes, ['box.noted']);
        const isPublished = async () => {
          const ends = await bench.endsOf('boxes');
          expect((ends.published ?? '') >= position).toBe(true);
        };
        await eventually(isPublished, { withinMs: 20_000 });
        expect(performance.now() - killedAt).toBeLessThan(10_000);
        expect(await standingBy.report()).toMatchObject({ state: 'publishing' });
      }
      await expectAll(topics);
    },
  );
});

const POINTS = ['before-send', 'while-sending', 'before-ack', 'after-ack'] as const;
