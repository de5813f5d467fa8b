import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DomainError, NotAuthorizedError, OutageError, OutcomeUnknownError } from '../errors.ts';
import { type AskInternal, answering, answeringOrRefusing, type InternalHandler } from '../internal-call.ts';

/** Calls between services as a test has them: `asker` asks, and whatever is registered is answered by its service. */
export interface CallsUnderTest extends AsyncDisposable {
  readonly ask: AskInternal;
  register(handlers: readonly InternalHandler[]): Promise<void>;
}

/** Whom the calls of the contract admit. */
export const asker = 'asker';

const byAnybody = { askers: [asker], whenLost: 'unknown' } as const;

const double = {
  name: 'sums.double',
  ...byAnybody,
  input: z.object({ value: z.int() }),
  output: z.object({ value: z.int() }),
} as const;

const later = {
  name: 'times.later',
  ...byAnybody,
  input: z.object({ at: z.iso.datetime().transform((text) => new Date(text)) }),
  output: z.object({ at: z.iso.datetime().transform((text) => new Date(text)) }),
} as const;

const openBox = {
  name: 'boxes.open',
  ...byAnybody,
  input: z.object({ how: z.string() }),
  output: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('opened') }),
    z.object({ kind: z.literal('refused'), code: z.enum(['box.full']), retryAfterSeconds: z.int() }),
  ]),
} as const;

/** What calls between services are, wherever the services run. */
export function internalCallsContract(where: string, open: () => Promise<CallsUnderTest>): void {
  describe(`internal calls, ${where}`, () => {
    test('a call reaches the service that answers it', async () => {
      await using calls = await open();
      await calls.register([answering(double, async ({ value }) => ({ value: value * 2 }))]);
      expect(await calls.ask(double, { value: 21 })).toEqual({ value: 42 });
    });

    test('calls that are asked at once have an answer each', async () => {
      await using calls = await open();
      await calls.register([answering(double, async ({ value }) => ({ value: value * 2 }))]);
      const values = Array.from({ length: 200 }, (_, value) => value);
      const answers = await Promise.all(values.map((value) => calls.ask(double, { value })));
      expect(answers).toEqual(values.map((value) => ({ value: value * 2 })));
    });

    test('what is no JSON travels as the call says', async () => {
      await using calls = await open();
      await calls.register([
        answering(later, async ({ at }) => ({ at: new Date(at.getTime() + 1_000).toISOString() })),
      ]);
      expect(await calls.ask(later, { at: '2030-03-17T10:00:00Z' })).toEqual({ at: new Date('2030-03-17T10:00:01Z') });
    });

    test('a service that has not started is an outage', async () => {
      await using calls = await open();
      await expect(calls.ask(double, { value: 1 })).rejects.toThrow(OutageError);
      await expect(calls.ask(double, { value: 1 })).rejects.toMatchObject({ dependency: 'sums' });
    });

    test('what does not keep the contract is a fault, on the way in and out', async () => {
      await using calls = await open();
      await calls.register([answering(double, async () => ({ value: 0.5 }))]);
      for (const value of [1, 'one' as never]) {
        const fault = await calls.ask(double, { value }).catch((error: unknown) => error);
        expect(fault).toBeInstanceOf(Error);
        expect(fault).not.toBeInstanceOf(OutageError);
      }
    });

    test('a call has one answerer', async () => {
      await using calls = await open();
      const handler = answering(double, async ({ value }) => ({ value }));
      await calls.register([handler]);
      await expect(calls.register([handler])).rejects.toThrow('sums.double');
    });

    test('what the rules refuse is an answer; an outage and what the caller may not do stay what they are, the rest is a fault', async () => {
      await using calls = await open();
      const errors: Record<string, Error> = {
        full: new DomainError('box.full', { retryAfterSeconds: 7 }),
        locked: new DomainError('box.locked'),
        away: new OutageError('shelf', { retryAfterSeconds: 3 }),
        unknown: new OutcomeUnknownError('shelf', { retryAfterSeconds: 4 }),
        forbidden: new NotAuthorizedError(),
        broken: new TypeError('a fault'),
      };
      const handler = answeringOrRefusing(openBox, async ({ how }) => {
        if (errors[how] !== undefined) throw errors[how];
        return { kind: 'opened' as const };
      });
      await calls.register([handler]);
      expect(await calls.ask(openBox, { how: 'well' })).toEqual({ kind: 'opened' });
      expect(await calls.ask(openBox, { how: 'full' })).toEqual({
        kind: 'refused',
        code: 'box.full',
        retryAfterSeconds: 7,
      });
      const away = await calls.ask(openBox, { how: 'away' }).catch((error: unknown) => error);
      expect(away).toMatchObject({ dependency: 'shelf', retryAfterSeconds: 3 });
      expect(away).not.toBeInstanceOf(OutcomeUnknownError);
      const unknown = await calls.ask(openBox, { how: 'unknown' }).catch((error: unknown) => error);
      expect(unknown).toBeInstanceOf(OutcomeUnknownError);
      expect(unknown).toMatchObject({ dependency: 'shelf', retryAfterSeconds: 4 });
      await expect(calls.ask(openBox, { how: 'forbidden' })).rejects.toThrow(NotAuthorizedError);
      for (const how of ['locked', 'broken']) {
        const fault = await calls.ask(openBox, { how }).catch((error: unknown) => error);
        expect(fault).not.toBeInstanceOf(DomainError);
        expect(fault).not.toBeInstanceOf(OutageError);
        expect(fault).toBeInstanceOf(Error);
      }
    });
  });
}
