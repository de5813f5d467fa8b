import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Opening, Product } from './driver.ts';
import { kill, race, restore, tallyOf } from './trials.ts';

/** A product in memory: how it opens is the fault to be found. */
function fakeProduct(open: (kept: Map<number, string>, id: number) => Promise<Opening>) {
  let kept = new Map<number, string>();
  let last = 0;
  let copy = new Map<number, string>();
  const product: Product = {
    async create(content) {
      last += 1;
      const id = last;
      kept.set(id, content);
      return { open: () => open(kept, id) };
    },
  };
  const hands = {
    killAndStart: async () => undefined,
    async backUp() {
      copy = new Map(kept);
    },
    async restore() {
      kept = new Map(copy);
    },
  };
  return { product, hands, forget: () => kept.clear() };
}

const takesAtOnce = async (kept: Map<number, string>, id: number): Promise<Opening> => {
  const content = kept.get(id);
  kept.delete(id);
  return content === undefined ? 'gone' : { content };
};

const readsThenDeletes = async (kept: Map<number, string>, id: number): Promise<Opening> => {
  const content = kept.get(id);
  await setImmediate();
  kept.delete(id);
  return content === undefined ? 'gone' : { content };
};

test('a race in which each secret is given once', async () => {
  const { product } = fakeProduct(takesAtOnce);
  expect(await race(product, 5, 8)).toEqual({
    secrets: 5,
    opens: 40,
    toNobody: 0,
    once: 5,
    moreThanOnce: 0,
    most: 1,
    errors: 0,
    wrong: 0,
  });
});

test('a product that reads first and deletes afterwards is seen to give a secret several times', async () => {
  const { product } = fakeProduct(readsThenDeletes);
  expect(await race(product, 5, 8)).toMatchObject({ once: 0, moreThanOnce: 5, most: 8 });
});

test('one that gives only the second secret twice is seen as well', async () => {
  const given = new Map<number, number>();
  const { product } = fakeProduct(async (kept, id) => {
    const times = (given.get(id) ?? 0) + 1;
    given.set(id, times);
    return times <= (id === 2 ? 2 : 1) ? { content: kept.get(id) ?? '' } : 'gone';
  });
  expect(await race(product, 3, 4)).toMatchObject({ once: 2, moreThanOnce: 1, most: 2 });
});

test('errors and foreign contents are neither given nor gone', async () => {
  const { product } = fakeProduct(async (_kept, id) => {
    if (id === 1) throw new Error('answered 500');
    return { content: 'of somebody else' };
  });
  expect(await race(product, 2, 3)).toMatchObject({ toNobody: 2, errors: 3, wrong: 3, example: 'answered 500' });
});

test('what a killed server has lost, and what comes back, is told apart', async () => {
  const sound = fakeProduct(takesAtOnce);
  const kept = await kill(sound.product, sound.hands, 3, 2);
  expect(kept).toMatchObject({ unopened: { secrets: 6, once: 6 }, opened: { secrets: 6, toNobody: 6 } });
  const forgetful = fakeProduct(takesAtOnce);
  const hands = { ...forgetful.hands, killAndStart: async () => forgetful.forget() };
  expect(await kill(forgetful.product, hands, 3, 1)).toMatchObject({ unopened: { toNobody: 3, once: 0 } });
});

test('what was opened and is readable again after a restore is seen', async () => {
  const { product, hands } = fakeProduct(takesAtOnce);
  expect(await restore(product, hands, 4)).toMatchObject({ unopened: { once: 4 }, opened: { once: 4, toNobody: 0 } });
});

test('a trial whose secrets cannot be opened in the first place says nothing', async () => {
  const { product, hands } = fakeProduct(async () => 'gone');
  await expect(kill(product, hands, 1, 1)).rejects.toThrow('that nobody had opened was not there: gone');
});

test('no opens, no counts', () => {
  expect(tallyOf([])).toMatchObject({ secrets: 0, opens: 0, most: 0 });
});
