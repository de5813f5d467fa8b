import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DomainError, NotAuthorizedError, OutageError } from './errors.ts';
import {
  answering,
  answeringOrRefusing,
  createInternalCalls,
  type InternalCalls,
  type InternalHandler,
} from './internal-call.ts';

/** As between two processes: what travels is JSON, both ways. */
function farCalls(): InternalCalls {
  const calls = createInternalCalls();
  const travelled = (value: unknown) => JSON.parse(JSON.stringify(value));
  const far = ({ name, handle }: InternalHandler): InternalHandler => ({
    name,
    handle: async (input: never) => travelled(await handle(input)),
  });
  return {
    ask: (call, input) => calls.ask(call, travelled(input)),
    register: (handlers) => calls.register(handlers.map(far)),
  };
}

const double = {
  name: 'sums.double',
  input: z.object({ value: z.int() }),
  output: z.object({ value: z.int() }),
} as const;

const later = {
  name: 'times.later',
  input: z.object({ at: z.iso.datetime().transform((text) => new Date(text)) }),
  output: z.object({ at: z.iso.datetime().transform((text) => new Date(text)) }),
} as const;

const open = {
  name: 'boxes.open',
  input: z.object({ how: z.string() }),
  output: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('opened') }),
    z.object({ kind: z.literal('refused'), code: z.enum(['box.full']), retryAfterSeconds: z.int() }),
  ]),
} as const;

describe.each([
  ['in one process', createInternalCalls],
  ['as between two processes', farCalls],
])('internal calls, %s', (_name, openCalls) => {
  test('a call reaches the service that answers it', async () => {
    const calls = openCalls();
    calls.register([answering(double, async ({ value }) => ({ value: value * 2 }))]);
    expect(await calls.ask(double, { value: 21 })).toEqual({ value: 42 });
  });

  test('what is no JSON travels as the call says', async () => {
    const calls = openCalls();
    calls.register([answering(later, async ({ at }) => ({ at: new Date(at.getTime() + 1_000).toISOString() }))]);
    expect(await calls.ask(later, { at: '2030-03-17T10:00:00Z' })).toEqual({ at: new Date('2030-03-17T10:00:01Z') });
  });

  test('a service that has not started is an outage', async () => {
    await expect(openCalls().ask(double, { value: 1 })).rejects.toThrow(OutageError);
  });

  test('what does not keep the contract is a fault, on the way in and out', async () => {
    const calls = openCalls();
    calls.register([answering(double, async () => ({ value: 0.5 }))]);
    await expect(calls.ask(double, { value: 1 })).rejects.toThrow();
    await expect(calls.ask(double, { value: 'one' as never })).rejects.toThrow();
  });

  test('a call has one answerer', () => {
    const calls = openCalls();
    const handler = answering(double, async ({ value }) => ({ value }));
    calls.register([handler]);
    expect(() => calls.register([handler])).toThrow('sums.double');
  });

  test('what the rules refuse is an answer; an outage and what the caller may not do stay what they are, the rest is a fault', async () => {
    const calls = openCalls();
    const errors: Record<string, Error> = {
      full: new DomainError('box.full', { retryAfterSeconds: 7 }),
      locked: new DomainError('box.locked'),
      away: new OutageError('shelf', { retryAfterSeconds: 3 }),
      forbidden: new NotAuthorizedError(),
      broken: new TypeError('a fault'),
    };
    const handler = answeringOrRefusing(open, async ({ how }) => {
      if (errors[how] !== undefined) throw errors[how];
      return { kind: 'opened' as const };
    });
    calls.register([handler]);
    expect(await calls.ask(open, { how: 'well' })).toEqual({ kind: 'opened' });
    expect(await calls.ask(open, { how: 'full' })).toEqual({ kind: 'refused', code: 'box.full', retryAfterSeconds: 7 });
    await expect(calls.ask(open, { how: 'away' })).rejects.toMatchObject({ dependency: 'shelf', retryAfterSeconds: 3 });
    await expect(calls.ask(open, { how: 'forbidden' })).rejects.toThrow(NotAuthorizedError);
    for (const how of ['locked', 'broken']) {
      const fault = await calls.ask(open, { how }).catch((error: unknown) => error);
      expect(fault).not.toBeInstanceOf(DomainError);
      expect(fault).not.toBeInstanceOf(OutageError);
      expect(fault).toBeInstanceOf(Error);
    }
  });
});
