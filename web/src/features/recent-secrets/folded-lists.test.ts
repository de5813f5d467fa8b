import { expect, test } from 'vitest';
import { foldedIn } from './folded-lists.ts';

test.each([
  [null, []],
  ['', []],
  ['received', ['received']],
  ['unopened waiting', ['waiting', 'unopened']],
  ['of-another-version received', ['received']],
])('%s stored: %j are folded', (stored, folded) => {
  expect([...foldedIn(stored)]).toEqual(folded);
});
