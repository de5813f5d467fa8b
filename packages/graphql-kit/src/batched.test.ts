import { expect, test } from 'vitest';
import { batched } from './batched.ts';

test('what is asked in the same moment is read with one call, each thing once, and for each request anew', async () => {
  const calls: (readonly string[])[] = [];
  const load = batched(async (keys, context: { readonly who: string }) => {
    calls.push(keys);
    return keys.map((key) => `${key} of ${context.who}`);
  });
  const [nina, tom] = [{ who: 'nina' }, { who: 'tom' }];
  const asked = [load('a', nina), load('b', nina), load('a', nina), load('a', tom)];
  expect(await Promise.all(asked)).toEqual(['a of nina', 'b of nina', 'a of nina', 'a of tom']);
  expect(calls).toEqual([['a', 'b'], ['a']]);
});
