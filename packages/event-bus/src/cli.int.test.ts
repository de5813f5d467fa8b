import type { RecordedEvent } from '@onceover/event-store';
import { type Clock, systemClock } from '@onceover/service-kit/clock';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runEventsCommand } from './cli.ts';
import type { ConsumerDefinition } from './consumer.ts';
import { type Bench, openMemory, openPostgres } from './test-support/benches.ts';
import { counting, keptLog, running } from './test-support/definitions.ts';
import { append } from './test-support/events.ts';
import type { ToolParts } from './tools/parts.ts';

const benches = [
  { name: 'memory', open: openMemory },
  { name: 'postgres', open: openPostgres },
] as const;

describe.each(benches)('events … on $name', ({ open }) => {
  let bench: Bench;
  let lines: string[];
  beforeAll(async () => {
    bench = await open();
  });
  beforeEach(() => {
    lines = [];
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const run = (argv: string, ...definitions: ConsumerDefinition[]) => runAt(systemClock, argv, ...definitions);
  const runAt = (clock: Clock, argv: string, ...definitions: ConsumerDefinition[]) =>
    runWith({ clock }, argv, ...definitions);
  const runWith = (more: Partial<ToolParts>, argv: string, ...definitions: ConsumerDefinition[]) => {
    const parts = {
      ...more,
      definitions,
      store: bench.store,
      history: bench.source.history,
      places: bench.source.places,
      log: keptLog().log,
    };
    const open = async () => ({ services: [parts], watermarkAge: async () => 3.2 });
    return runEventsCommand(argv.split(' '), { open, write: (line) => void lines.push(line) });
  };

  /** A consumer that could not handle its one event, and that event. */
  const parked = async () => {
    const definition = counting(bench, {
      startFrom: 'end',
      handle: () => Promise.reject(new RangeError('no room for box@example.org')),
    });
    await using consumer = await running(bench, definition);
    const { reference } = await append(bench.boxes, [{ type: 'box.noted', data: { text: 'a note' } }]);
    await consumer.catchUp();
    const { events } = await bench.boxes.load({ id: reference?.streamId ?? '', category: 'box' });
    return { definition, event: events[0] as RecordedEvent };
  };

  test('dlq list says where and why, without addresses or data', async () => {
    const { definition, event } = await parked();
    expect(await run(`dlq list --consumer ${definition.name}`, definition)).toBe(0);
    expect(lines).toHaveLength(1);
    const fields = lines[0]?.split('\t') ?? [];
    expect(fields.slice(0, 7)).toEqual([
      `${definition.name}@1`,
      event.id,
      'boxes',
      'box.noted',
      event.position,
      'parked',
      '5',
    ]);
    expect(fields[8]).toBe('RangeError: no room for [address]');
    expect(lines[0]).not.toContain('a note');
    lines = [];
    expect(await run('dlq list', definition)).toBe(0);
    expect(lines.some((line) => line.includes(event.id))).toBe(true);
  });

  test('dlq list has the work that was given up on as well', async () => {
    const definition = counting(bench);
    const parcel = { id: newId(), work: 'parcel return', attempts: 6, at: new Date(0), reason: 'timeout' };
    const givenUp = async () => [
      { ...parcel, consumer: definition.name },
      { ...parcel, consumer: 'counter.other' },
    ];
    const list = (argv: string) => runWith({ givenUp }, argv, definition);
    expect(await list(`dlq list --consumer ${definition.name}@1`)).toBe(0);
    const columns = ['-', 'parcel return', '-', 'failed', 6, '1970-01-01T00:00:00.000Z', 'timeout'];
    expect(lines).toEqual([[definition.name, parcel.id, ...columns].join('\t')]);
    lines = [];
    await list('dlq list');
    expect(lines.filter((line) => line.includes(parcel.id))).toHaveLength(2);
  });

  test('dlq show prints the event as it is in the log', async () => {
    const { definition, event } = await parked();
    expect(await run(`dlq show --consumer ${definition.name}@1 --event ${event.id}`, definition)).toBe(0);
    expect(JSON.parse(lines[1] ?? '')).toEqual(JSON.parse(JSON.stringify(event)));
  });

  test('dlq retry and dlq discard settle a dead letter once', async () => {
    const before = (await bench.effects()).length;
    const [one, two] = [await parked(), await parked()];
    const mended = { ...one.definition, handle: counting(bench).handle };
    const retry = `dlq retry --consumer ${one.definition.name} --event ${one.event.id}`;
    expect(await run(retry, one.definition)).toBe(1);
    expect(lines).toEqual(['RangeError: no room for [address]']);
    expect(await run(retry, mended)).toBe(0);
    expect(await run(retry, mended)).toBe(1);
    expect(lines.slice(1)).toEqual([`handled ${one.event.id}`, 'the dead letter is retried']);
    expect((await bench.effects()).slice(before)).toEqual([one.event.id]);
    const discard = `dlq discard --reason maintenance --consumer ${two.definition.name} --event ${two.event.id}`;
    expect([await run(discard, two.definition), await run(discard, two.definition)]).toEqual([0, 1]);
  });

  test('status says what each consumer does, and on which event it halted and why', async () => {
    const fine = counting(bench, { sources: ['crates'], startFrom: 'end' });
    const broken = counting(bench, {
      sources: ['boxes'],
      startFrom: 'end',
      onError: 'halt',
      handle: () => Promise.reject(new RangeError('no room for box@example.org')),
    });
    await using _ = await running(bench, fine);
    await using consumer = await running(bench, broken);
    const { reference } = await append(bench.boxes, [{ type: 'box.noted', data: { text: 'a note' } }]);
    const { events } = await bench.boxes.load({ id: reference?.streamId ?? '', category: 'box' });
    await eventually(() => expect(consumer.state).toBe('halted'));
    expect(await run('status', fine, broken, counting(bench, { name: 'counter.never' }))).toBe(0);
    expect(lines).toEqual([
      'the oldest writing transaction: 3 s',
      expect.stringMatching(new RegExp(`^${fine.name}@1 on crates: run by [0-9a-z]+, at \\S+; nothing to do$`)),
      expect.stringMatching(
        new RegExp(
          `^${broken.name}@1 on boxes: halted on box.noted event ${events[0]?.id} at \\S+ since \\S+: RangeError: no room for \\[address\\]; 1 events behind, the oldest \\d s$`,
        ),
      ),
      expect.stringMatching(/^counter.never@1 on boxes: has never run; \d+ events behind, the oldest \d+ s$/),
      expect.stringMatching(/^counter.never@1 on crates: has never run/),
    ]);
  });

  test('skip moves the event a consumer is halted on to the dead letters, and the running consumer goes on', async () => {
    const seen: string[] = [];
    const broken = counting(bench, {
      sources: ['boxes'],
      startFrom: 'end',
      onError: 'halt',
      async handle(events) {
        if (events.some(({ data }) => data.isPoison === true)) throw new RangeError('no room');
        seen.push(...events.map(({ id }) => id));
      },
    });
    await using consumer = await running(bench, broken);
    const poison = await append(bench.boxes, [{ type: 'box.noted', data: { isPoison: true } }]);
    const good = await append(bench.boxes, ['box.noted']);
    const eventOf = async ({ reference }: typeof poison) =>
      (await bench.boxes.load({ id: reference?.streamId ?? '', category: 'box' })).events[0]?.id ?? '';
    await eventually(() => expect(consumer.state).toBe('halted'));
    const skip = `skip --reason maintenance --consumer ${broken.name} --event`;
    expect(await run(`${skip} ${await eventOf(good)}`, broken)).toBe(1);
    expect(lines.at(-1)).toBe(`${broken.name}@1 is not halted on event ${await eventOf(good)}`);
    expect(await run(`${skip} ${await eventOf(poison)}`, broken)).toBe(0);
    expect(await run(`${skip} ${await eventOf(poison)}`, broken)).toBe(1);
    await eventually(() => expect(consumer.state).toBe('running'), { withinMs: 8_000 });
    await consumer.catchUp();
    expect(seen).toEqual([await eventOf(good)]);
    lines = [];
    await run(`dlq list --consumer ${broken.name}`, broken);
    expect(lines.join()).toContain(await eventOf(poison));
    const mended = { ...broken, handle: async () => void seen.push('retried') };
    expect(await run(`dlq retry --consumer ${broken.name} --event ${await eventOf(poison)}`, mended)).toBe(0);
    expect(seen).toEqual([await eventOf(good), 'retried']);
  });

  test('replay runs a projection over the log again: from the beginning, from a time, between positions', async () => {
    const seen: string[] = [];
    const projection = counting(bench, {
      sources: ['boxes'],
      handles: ['box.replayed'],
      onError: 'halt',
      converges: true,
      handle: async (events) => void seen.push(...events.map(({ data }) => String(data.n))),
    });
    const noted = (n: number) => append(bench.boxes, [{ type: 'box.replayed', data: { n } }, 'box.noted']);
    const first = await noted(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const since = new Date();
    const second = await noted(2);
    const third = await noted(3);
    const replayed = async (range: string) => {
      seen.length = 0;
      expect(await run(`replay --consumer ${projection.name} ${range}`, projection)).toBe(0);
      return seen.join('');
    };
    // Positions can be read once no older transaction is open.
    await bench.source
      .open(
        { consumer: crypto.randomUUID(), sources: ['boxes'], startFrom: 'beginning', maxBatch: 100 },
        { onAssigned: async () => undefined, onBatch: async () => undefined, onRevoked: async () => undefined },
      )
      .then(async (subscription) => {
        await subscription.waitFor(third, 5_000);
        await subscription.stop();
      });
    expect(await replayed('--from beginning')).toBe('123');
    expect(await replayed(`--from ${since.toISOString()}`)).toBe('23');
    expect(await replayed(`--from ${first.position} --to ${second.position}`)).toBe('2');
    expect(await replayed(`--from beginning --to ${since.toISOString()}`)).toBe('1');
    expect(await replayed(`--from ${new Date(Date.now() + 60_000).toISOString()}`)).toBe('');
    expect(lines).toContain('replayed 3 events');
  });

  test('replay refuses a projection that would count events twice, and names what to run instead', async () => {
    const counted = counting(bench, { sources: ['boxes'], onError: 'halt' });
    expect(await run(`replay --consumer ${counted.name} --from beginning`, counted)).toBe(1);
    expect(lines).toEqual([`${counted.name} would count events twice that it has counted before`]);
    const projection = {
      tables: ['totals'],
      handleIn: () => Promise.reject(new TypeError('not to be called')),
      replace: () => Promise.reject(new TypeError('not to be called')),
    };
    expect(await run(`replay --consumer ${counted.name} --from beginning`, { ...counted, projection })).toBe(1);
    expect(lines.at(-1)).toContain(`; run instead: npm run rebuild -- ${counted.name}`);
  });

  test('replay of effects goes back no further than the inbox does', async () => {
    const definition = counting(bench, { sources: ['boxes'] });
    await using consumer = await running(bench, definition);
    await append(bench.boxes, ['box.noted']);
    await consumer.catchUp();
    const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) });
    const command = `replay --consumer ${definition.name} --from beginning --allow-effects`;
    const replayed = (days: number) => runAt(inDays(days), command, definition);
    expect(await replayed(28)).toBe(0);
    const before = (await bench.effects()).length;
    await bench.store.purgeInbox(inDays(30).now(), 10_000);
    expect(await replayed(30)).toBe(1);
    expect(lines.at(-1)).toMatch(
      /^counter\.test-\d+ no longer knows which older events it has handled; replay it --from 2/,
    );
    expect(await bench.effects()).toHaveLength(before);
  });

  test('replay of a consumer with effects must be allowed explicitly, and does nothing twice', async () => {
    const definition = counting(bench, { sources: ['boxes'] });
    await using consumer = await running(bench, definition);
    await append(bench.boxes, ['box.noted']);
    await consumer.catchUp();
    const before = (await bench.effects()).length;
    const command = `replay --consumer ${definition.name} --from beginning`;
    expect(await run(command, definition)).toBe(1);
    expect(lines).toEqual([`${definition.name} has effects; to replay it, pass --allow-effects`]);
    expect(await run(`${command} --allow-effects`, definition)).toBe(0);
    expect(lines.at(-1)).toBe('replayed 0 events');
    expect(await bench.effects()).toHaveLength(before);
  });

  test.each([
    ['dlq list --consumer counter.refused', 0, 'none'],
    ['dlq list --consumer nobody', 1, 'there is no consumer nobody'],
    ['dlq show --consumer counter.refused --event 0', 1, 'there is no dead letter 0 of counter.refused'],
    ['replay --consumer counter.refused --from yesterday --allow-effects', 2, 'Write a position, or a time like'],
    ['replay --consumer counter.refused --from yesterday-3 --allow-effects', 2, 'Write a position, or a time like'],
    [
      `replay --consumer counter.refused --from 00001:${'0'.repeat(20)}:${'0'.repeat(19)} --allow-effects`,
      1,
      'counter.refused reads several logs; name one with --source',
    ],
    [
      'replay --consumer counter.refused --from beginning --source shelves --allow-effects',
      1,
      'counter.refused does not read shelves',
    ],
    ['replay --consumer counter.refused', 2, "required option '--from <place>' not specified"],
    ['dlq retry --consumer counter.refused', 2, "required option '--event <id>' not specified"],
    ['skip --consumer counter.refused --event 0', 2, "required option '--reason <word>' not specified"],
    ['dlq bury', 2, "unknown command 'bury'"],
    ['dlq list --loud', 2, "unknown option '--loud'"],
  ])('%s exits with %i', async (argv, code, text) => {
    expect(await run(argv, counting(bench, { name: 'counter.refused' }))).toBe(code);
    expect(lines.join('\n')).toContain(text);
  });
});
