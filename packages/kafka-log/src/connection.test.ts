import { OutageError } from '@onceover/service-kit/errors';
import { expect, test } from 'vitest';
import { within } from './connection.ts';

test('what takes too long is an outage, and what it does later disturbs nobody', async () => {
  const late = Promise.withResolvers<string>();
  await expect(within(5, late.promise)).rejects.toThrow(OutageError);
  late.reject(new Error('late'));
  await expect(within(1_000, Promise.resolve('in time'))).resolves.toBe('in time');
  await expect(within(1_000, Promise.reject(new RangeError('refused')))).rejects.toThrow(RangeError);
});
