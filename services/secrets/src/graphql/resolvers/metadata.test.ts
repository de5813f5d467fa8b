import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { expect, test } from 'vitest';
import { labelOf } from './metadata.ts';

const owner = { isOwner: true } as const;
const away = () => Promise.reject(new OutageError('postgres'));

test('a label that cannot be read after a burn is an unknown outcome, and before anything happened an outage', async () => {
  await expect(labelOf({ ...owner, isAfterCommit: true }, away)).rejects.toBeInstanceOf(OutcomeUnknownError);
  await expect(labelOf(owner, away)).rejects.not.toBeInstanceOf(OutcomeUnknownError);
});

test('a label is read only for its owner, and only where the view came without', async () => {
  expect(await labelOf({ isOwner: false }, away)).toBeNull();
  expect(await labelOf({ ...owner, label: null }, away)).toBeNull();
  expect(await labelOf({ ...owner, label: 'Wi-Fi' }, away)).toBe('Wi-Fi');
  expect(await labelOf(owner, () => Promise.resolve('Wi-Fi'))).toBe('Wi-Fi');
});
