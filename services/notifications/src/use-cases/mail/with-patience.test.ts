import { OutageError } from '@onceover/service-kit/errors';
import { expect, test, vi } from 'vitest';
import { withPatience } from './with-patience.ts';

test('what has happened is written down when the database is back', async () => {
  const write = vi.fn(async () => undefined).mockRejectedValueOnce(new OutageError('postgres'));
  await withPatience(write, [1, 1]);
  expect(write).toHaveBeenCalledTimes(2);
});

test('a database that stays away is reported, and a mistake at once', async () => {
  const away = vi.fn(() => Promise.reject(new OutageError('postgres')));
  await expect(withPatience(away, [1, 1])).rejects.toThrow(OutageError);
  expect(away).toHaveBeenCalledTimes(3);
  const wrong = vi.fn(() => Promise.reject(new TypeError('a bug')));
  await expect(withPatience(wrong, [1, 1])).rejects.toThrow(TypeError);
  expect(wrong).toHaveBeenCalledTimes(1);
});
