import { openingRefusedSteps } from '@onceover/schema/events/secrets';
import { passphraseTriesPerNetwork } from '@onceover/schema/passphrase-tries';
import { expect, test } from 'vitest';
import { attemptTiers, isLockedAfter } from './passphrase-attempts.ts';

test('a hundred wrong passphrases lock a secret for good, and no fewer', () => {
  expect([99, 100, 101].map(isLockedAfter)).toEqual([false, true, true]);
});

test('the last count that is told of wrong passphrases is the one that locks', () => {
  expect(openingRefusedSteps.atCounts.at(-1)).toBe(attemptTiers.perSecret);
});

test('whoever is told how many wrong passphrases are allowed is told right', () => {
  expect(passphraseTriesPerNetwork).toBe(attemptTiers.perNetwork);
});
