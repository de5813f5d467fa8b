import { expect, test } from 'vitest';
import { z } from 'zod';
import { OutageError } from './errors.ts';
import { answering, createInternalCalls } from './internal-call.ts';

const double = {
  name: 'sums.double',
  input: z.object({ value: z.int() }),
  output: z.object({ value: z.int() }),
} as const;

test('a call reaches the service that answers it', async () => {
  const calls = createInternalCalls();
  calls.register([answering(double, async ({ value }) => ({ value: value * 2 }))]);
  expect(await calls.ask(double, { value: 21 })).toEqual({ value: 42 });
});

test('a service that has not started is an outage', async () => {
  await expect(createInternalCalls().ask(double, { value: 1 })).rejects.toThrow(OutageError);
});

test('what does not keep the contract is a fault, on the way in and out', async () => {
  const calls = createInternalCalls();
  calls.register([answering(double, async () => ({ value: 0.5 }))]);
  await expect(calls.ask(double, { value: 1 })).rejects.toThrow();
  await expect(calls.ask(double, { value: 'one' as never })).rejects.toThrow();
});

test('a call has one answerer', () => {
  const calls = createInternalCalls();
  const handler = answering(double, async ({ value }) => ({ value }));
  calls.register([handler]);
  expect(() => calls.register([handler])).toThrow('sums.double');
});
