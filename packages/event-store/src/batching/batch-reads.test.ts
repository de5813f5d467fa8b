import { expect, test } from 'vitest';
import { batchReads } from './batch-reads.ts';
import { atOnce } from './start-on.ts';

function byHand() {
  const loads: { keys: readonly string[]; answer: PromiseWithResolvers<ReadonlyMap<string, string>> }[] = [];
  const load = (keys: readonly string[]) => {
    const answer = Promise.withResolvers<ReadonlyMap<string, string>>();
    loads.push({ keys, answer });
    return answer.promise;
  };
  const answerNext = async (index: number) => {
    const { keys, answer } = loads[index] ?? { keys: [], answer: Promise.withResolvers() };
    answer.resolve(new Map(keys.map((key) => [key, key.toUpperCase()])));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { loads, load, answerNext };
}

test('a key requested while a load is in flight goes into the next load', async () => {
  const { loads, load, answerNext } = byHand();
  const read = batchReads(load, { maxKeys: 2, connections: 1 }, atOnce);
  const values = Promise.all(['a', 'b', 'c', 'd'].map(read));
  expect(loads.map(({ keys }) => keys)).toEqual([['a']]);
  await answerNext(0);
  await answerNext(1);
  await answerNext(2);
  expect(loads.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c'], ['d']]);
  expect(await values).toEqual(['A', 'B', 'C', 'D']);
});

test('readers of the same key share a load, but never one that started before they asked', async () => {
  const { loads, load, answerNext } = byHand();
  const read = batchReads(load, { maxKeys: 8, connections: 1 }, atOnce);
  const early = read('a');
  const late = Promise.all([read('a'), read('a')]);
  expect(loads).toHaveLength(1);
  await answerNext(0);
  expect(loads.map(({ keys }) => keys)).toEqual([['a'], ['a']]);
  await answerNext(1);
  expect([await early, await late]).toEqual(['A', ['A', 'A']]);
});

test('a key the loader does not find is undefined', async () => {
  const read = batchReads(async () => new Map<string, string>());
  expect(await read('a')).toBeUndefined();
});

test('a failed load fails only its own readers', async () => {
  const { loads, load, answerNext } = byHand();
  const read = batchReads(load, { maxKeys: 8, connections: 1 }, atOnce);
  const first = read('a');
  const second = read('b');
  loads[0]?.answer.reject(new RangeError('away'));
  await expect(first).rejects.toThrow(RangeError);
  await answerNext(1);
  expect(await second).toBe('B');
});

test('a loader that throws at once fails its readers too', async () => {
  const read = batchReads((): Promise<Map<string, string>> => {
    throw new RangeError('no connection');
  });
  await expect(read('a')).rejects.toThrow(RangeError);
});

test('keys of one turn of the event loop share a load', async () => {
  const { loads, load, answerNext } = byHand();
  const read = batchReads(load);
  const values = Promise.all(['a', 'b'].map(read));
  expect(loads).toHaveLength(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(loads.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  await answerNext(0);
  expect(await values).toEqual(['A', 'B']);
});
