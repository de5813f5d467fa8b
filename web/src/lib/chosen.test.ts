import { expect, test } from 'vitest';
import { allToggled, noneChosen, shareChosen, toggled } from './chosen.ts';

test('a row is chosen, and once more not', () => {
  const one = toggled(noneChosen, 'a');
  expect(one).toEqual(new Set(['a']));
  expect(toggled(one, 'b')).toEqual(new Set(['a', 'b']));
  expect(toggled(one, 'a')).toEqual(noneChosen);
});

test('all rows of a group are chosen, or none if all of them are; what is chosen elsewhere stays', () => {
  const some = new Set(['a', 'elsewhere']);
  const all = allToggled(some, ['a', 'b']);
  expect(all).toEqual(new Set(['a', 'b', 'elsewhere']));
  expect(allToggled(all, ['a', 'b'])).toEqual(new Set(['elsewhere']));
});

test('of a group none, some or all are chosen; of an empty one none', () => {
  const chosen = new Set(['a', 'b']);
  expect(shareChosen(chosen, ['c'])).toBe('none');
  expect(shareChosen(chosen, ['a', 'c'])).toBe('some');
  expect(shareChosen(chosen, ['a', 'b'])).toBe('all');
  expect(shareChosen(chosen, [])).toBe('none');
});
