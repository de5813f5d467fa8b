import { expect, test } from 'vitest';
import { createBells } from './bells.ts';

test('a ring reaches those who listen to its topic, each once, until they stop', () => {
  const bells = createBells();
  const heard: string[] = [];
  const listener = (payload = '') => void heard.push(payload);
  using _one = bells.on('box:1', listener);
  const two = bells.on('box:1', listener);
  using _other = bells.on('box:2', () => void heard.push('other'));
  bells.ring('box:1', 'a');
  two[Symbol.dispose]();
  two[Symbol.dispose]();
  bells.ring('box:1');
  bells.ring('box:3');
  expect(heard).toEqual(['a', 'a', '']);
});

test('a listener that came after all others had gone is heard', () => {
  const bells = createBells();
  const first = bells.on('pulse', () => undefined);
  first[Symbol.dispose]();
  let count = 0;
  using _ = bells.on('pulse', () => {
    count += 1;
  });
  first[Symbol.dispose]();
  bells.ring('pulse');
  expect(count).toBe(1);
});

test('a listener may stop listening while it is called', () => {
  const bells = createBells();
  let count = 0;
  const once = bells.on('pulse', () => {
    count += 1;
    once[Symbol.dispose]();
  });
  bells.ring('pulse');
  bells.ring('pulse');
  expect(count).toBe(1);
});
