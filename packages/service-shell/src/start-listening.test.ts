import { expect, test } from 'vitest';
import { seldom } from './start-listening.ts';

test('what goes wrong all the time is said once a minute', () => {
  let now = 1_000_000;
  const said: string[] = [];
  const say = seldom(
    (text: string) => void said.push(text),
    () => now,
  );
  say('first');
  now += 59_999;
  say('too soon');
  now += 1;
  say('second');
  expect(said).toEqual(['first', 'second']);
});
