import { describe, expect, test } from 'vitest';
import { CommandQueue, type MemberOutcome } from './command-queue.ts';
import { atOnce } from './start-on.ts';

interface Command {
  readonly name: string;
  readonly keys: readonly string[];
  readonly bytes: number;
}

const command = (name: string, key = name, bytes = 10): Command => ({ name, keys: [key], bytes });
const LIMITS = { maxCommands: 4, maxBytes: 100, connections: 1 };

/** A runner whose batches the test answers, when it chooses. */
function byHand() {
  const batches: { names: string[]; answer(outcomes: readonly MemberOutcome<string>[]): void }[] = [];
  const alone: { name: string; answer: PromiseWithResolvers<string> }[] = [];
  return {
    batches,
    alone,
    runBatch(commands: readonly Command[]) {
      const answered = Promise.withResolvers<readonly MemberOutcome<string>[]>();
      batches.push({ names: commands.map(({ name }) => name), answer: answered.resolve });
      return answered.promise;
    },
    runAlone({ name }: Command) {
      const answer = Promise.withResolvers<string>();
      alone.push({ name, answer });
      return answer.promise;
    },
    /** Answers every batch as it comes, until no more come. */
    async answerAll() {
      for (let next = 0; next < batches.length; next += 1) {
        const { names, answer } = batches[next] ?? { names: [], answer: () => undefined };
        answer(names.map((name) => ({ kind: 'done', result: name })));
        await settle();
      }
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const names = (runner: ReturnType<typeof byHand>) => runner.batches.map((batch) => batch.names.join(''));

describe('natural batching', () => {
  test('commands of one turn of the event loop go together, and one that is alone goes when it ends', async () => {
    const runner = byHand();
    const queue = new CommandQueue(LIMITS, runner);
    const work = ['a', 'b', 'c'].map((name) => queue.submit(command(name)));
    expect(names(runner)).toEqual([]);
    await settle();
    expect(names(runner)).toEqual(['abc']);
    await runner.answerAll();
    const alone = queue.submit(command('d'));
    await settle();
    expect(names(runner)).toEqual(['abc', 'd']);
    await runner.answerAll();
    expect(await Promise.all([...work, alone])).toEqual(['a', 'b', 'c', 'd']);
  });

  test('an idle queue sends a command at once; commands that arrive meanwhile go together next', async () => {
    const runner = byHand();
    const queue = new CommandQueue(LIMITS, runner, atOnce);
    const work = ['a', 'b', 'c', 'd'].map((name) => queue.submit(command(name)));
    expect(names(runner)).toEqual(['a']);
    await runner.answerAll();
    expect(names(runner)).toEqual(['a', 'bcd']);
    expect(await Promise.all(work)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('there are as many batches in flight as connections', () => {
    const runner = byHand();
    const queue = new CommandQueue({ ...LIMITS, connections: 3 }, runner, atOnce);
    for (const name of ['a', 'b', 'c', 'd']) void queue.submit(command(name));
    expect(names(runner)).toEqual(['a', 'b', 'c']);
  });

  test('a batch holds no more commands or bytes than allowed, in order of submission', async () => {
    const runner = byHand();
    const queue = new CommandQueue(LIMITS, runner, atOnce);
    const sizes = [10, 10, 10, 10, 10, 60, 60, 300, 10];
    for (const [index, bytes] of sizes.entries()) void queue.submit(command(String(index), String(index), bytes));
    await runner.answerAll();
    expect(names(runner)).toEqual(['0', '1234', '5', '6', '7', '8']);
  });

  test('commands with the same key never share a batch, never overlap and keep their order', async () => {
    const runner = byHand();
    const queue = new CommandQueue({ ...LIMITS, connections: 2 }, runner, atOnce);
    for (const [name, key] of [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'x'],
      ['d', 'x'],
      ['e', 'z'],
      ['f', 'y'],
    ] as const) {
      void queue.submit(command(name, key));
    }
    expect(names(runner)).toEqual(['a', 'b']);
    await runner.answerAll();
    expect(names(runner)).toEqual(['a', 'b', 'ce', 'f', 'd']);
  });

  test('a command with several keys waits for all of them, and later ones wait behind it', async () => {
    const runner = byHand();
    const queue = new CommandQueue(LIMITS, runner, atOnce);
    void queue.submit(command('a', 'x'));
    void queue.submit({ name: 'b', keys: ['x', 'y'], bytes: 10 });
    void queue.submit(command('c', 'y'));
    void queue.submit(command('d', 'z'));
    await runner.answerAll();
    expect(names(runner)).toEqual(['a', 'bd', 'c']);
  });
});

describe('outcomes', () => {
  test('each caller gets its own outcome', async () => {
    const runner = byHand();
    const queue = new CommandQueue(LIMITS, runner, atOnce);
    void queue.submit(command('first'));
    const work = ['a', 'b', 'c'].map((name) => queue.submit(command(name)));
    runner.batches[0]?.answer([{ kind: 'done', result: 'first' }]);
    await settle();
    runner.batches[1]?.answer([
      { kind: 'done', result: 'A' },
      { kind: 'failed', error: new RangeError('B') },
      { kind: 'done', result: 'C' },
    ]);
    const settled = await Promise.allSettled(work);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(settled[1]).toMatchObject({ reason: new RangeError('B') });
  });

  test('no command settles before its batch has answered', async () => {
    const runner = byHand();
    const queue = new CommandQueue({ ...LIMITS, connections: 2 }, runner, atOnce);
    let isSettled = false;
    void queue.submit(command('slow')).then(() => {
      isSettled = true;
    });
    const quick = queue.submit(command('quick'));
    runner.batches[1]?.answer([{ kind: 'done', result: 'quick' }]);
    await quick;
    await settle();
    expect(isSettled).toBe(false);
  });

  test('a command sent to run alone keeps its key until it is done, while others carry on', async () => {
    const runner = byHand();
    const queue = new CommandQueue(LIMITS, runner, atOnce);
    const busy = queue.submit(command('busy', 'x'));
    void queue.submit(command('later', 'x'));
    void queue.submit(command('other', 'y'));
    runner.batches[0]?.answer([{ kind: 'alone' }]);
    await settle();
    expect(names(runner)).toEqual(['busy', 'other']);
    runner.batches[1]?.answer([{ kind: 'done', result: 'other' }]);
    await settle();
    expect(names(runner)).toEqual(['busy', 'other']);
    runner.alone[0]?.answer.resolve('done alone');
    expect(await busy).toBe('done alone');
    await settle();
    expect(names(runner)).toEqual(['busy', 'other', 'later']);
  });

  test('no more commands run alone at once than there are connections, and one that fails frees its place', async () => {
    const runner = byHand();
    const queue = new CommandQueue({ ...LIMITS, connections: 1 }, runner, atOnce);
    void queue.submit(command('first'));
    const work = Promise.allSettled(['a', 'b'].map((name) => queue.submit(command(name))));
    runner.batches[0]?.answer([{ kind: 'done', result: 'first' }]);
    await settle();
    runner.batches[1]?.answer([{ kind: 'alone' }, { kind: 'alone' }]);
    await settle();
    expect(runner.alone.map(({ name }) => name)).toEqual(['a']);
    runner.alone[0]?.answer.reject(new RangeError('poison'));
    await settle();
    expect(runner.alone.map(({ name }) => name)).toEqual(['a', 'b']);
    runner.alone[1]?.answer.resolve('fine');
    expect((await work).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
