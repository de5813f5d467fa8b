import { createDoorbell } from '@onceover/event-bus';
import { expect, test, vi } from 'vitest';
import { deafToItself, seldom } from './start-listening.ts';

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

test('a commit of its own wakes the others and not the service itself', () => {
  const shared = createDoorbell();
  const own = deafToItself(shared);
  const [others, ours] = [vi.fn(), vi.fn()];
  shared.onRing(others);
  using _listening = own.onRing(ours);
  own.ring();
  expect(others).toHaveBeenCalledTimes(1);
  expect(ours).not.toHaveBeenCalled();
  shared.ring();
  expect(ours).toHaveBeenCalledTimes(1);
});
