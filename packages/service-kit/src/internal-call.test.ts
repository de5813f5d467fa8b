import { expect, test } from 'vitest';
import { z } from 'zod';
import { DomainError, OutageError } from './errors.ts';
import { answering, answeringOrRefusing, createInternalCalls } from './internal-call.ts';

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

const open = {
  name: 'boxes.open',
  input: z.object({ how: z.string() }),
  output: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('opened') }),
    z.object({ kind: z.literal('refused'), code: z.enum(['box.full']), retryAfterSeconds: z.int() }),
  ]),
} as const;

test('what the rules refuse is an answer; a refusal that the call does not declare is a fault, an outage stays one', async () => {
  const calls = createInternalCalls();
  const errors: Record<string, Error> = {
    full: new DomainError('box.full', { retryAfterSeconds: 7 }),
    locked: new DomainError('box.locked'),
    away: new OutageError('shelf'),
  };
  const handler = answeringOrRefusing(open, async ({ how }) => {
    if (errors[how] !== undefined) throw errors[how];
    return { kind: 'opened' as const };
  });
  calls.register([handler]);
  expect(await calls.ask(open, { how: 'well' })).toEqual({ kind: 'opened' });
  expect(await calls.ask(open, { how: 'full' })).toEqual({ kind: 'refused', code: 'box.full', retryAfterSeconds: 7 });
  await expect(calls.ask(open, { how: 'locked' })).rejects.toThrow(z.ZodError);
  await expect(calls.ask(open, { how: 'away' })).rejects.toThrow(OutageError);
});
