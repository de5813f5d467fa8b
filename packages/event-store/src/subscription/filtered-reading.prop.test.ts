import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '@onceover/testing/eventually';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collecting } from '../test-support/collecting.ts';
import { TransactionalLog } from '../test-support/transactional-log.ts';
import type { EventFilter, SubscriptionSpec } from '../types.ts';
import { openSubscription } from './open-subscription.ts';

const QUIET = ['noted'];

type Step =
  | { readonly does: 'begin' | 'poll' | 'crash' | 'rest' }
  | { readonly does: 'write'; readonly which: number; readonly type: string; readonly isOwned: boolean }
  | { readonly does: 'commit' | 'rollBack'; readonly which: number };

const which = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ does: 'begin' } as const) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('write' as const),
      which,
      type: fc.constantFrom('noted', 'filled', 'passed'),
      isOwned: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('commit' as const), which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('rollBack' as const), which }) },
  { weight: 2, arbitrary: fc.constant({ does: 'poll' } as const) },
  { weight: 1, arbitrary: fc.constant({ does: 'crash' } as const) },
  { weight: 3, arbitrary: fc.constant({ does: 'rest' } as const) },
);

const filters: EventFilter[] = [
  {},
  { tenantsOnly: true },
  { types: ['filled'] },
  { types: ['noted'] },
  { types: ['noted', 'passed'], tenantsOnly: true },
];

const plan = fc.record({
  steps: fc.array(step, { minLength: 20, maxLength: 60 }),
  chosen: fc.subarray(filters, { minLength: 1 }),
  maxBatch: fc.integer({ min: 1, max: 4 }),
  /** Every commit rings, and nothing else tells of it; or none does, and a watch polls now and then. */
  isHere: fc.boolean(),
});

/** Long enough for a loop to have read: its reads are at least 5 ms apart. */
const REST_MS = 8;

test('whatever commits late, rolls back or crashes, every filter gets what is its own, in order and once', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ steps, chosen, maxBatch, isHere }) => {
      const log = new TransactionalLog(QUIET);
      await using stack = new AsyncDisposableStack();
      const open = await Promise.all(
        chosen.map(async (filter) => {
          const spec: SubscriptionSpec = {
            ...filter,
            consumer: 'test',
            sources: [log.source],
            startFrom: 'beginning',
            maxBatch,
          };
          const sink = collecting();
          const subscription = await openSubscription(log.backend(), spec, sink);
          stack.defer(() => subscription.stop());
          return { spec, sink, subscription };
        }),
      );
      for (const each of steps) await run(log, open, each, isHere);
      for (const xid of log.openTransactions) await commit(log, open, xid, isHere);
      if (!isHere) log.poll();
      await eventually(() => {
        for (const { spec, sink } of open) expect(sink.positions()).toEqual(log.positionsFor(spec));
      });
    }),
    // No search for a shorter counterexample: each try would wait for what never comes.
    { numRuns: 150, endOnFailure: true },
  );
});

test('a transaction id that a crash gives out again hides nothing behind a horizon that was seen before', async () => {
  const log = new TransactionalLog(QUIET);
  const spec = {
    consumer: 'test',
    sources: [log.source],
    startFrom: 'beginning',
    maxBatch: 5,
    types: ['filled'],
  } as const;
  const sink = collecting();
  const subscription = await openSubscription(log.backend(), spec, sink);
  const written = { type: 'passed', isOwned: true };
  // Twice, because the first time the loop stores where it is.
  for (let round = 0; round < 2; round += 1) {
    log.begin();
    const [xid = 0] = log.openTransactions;
    log.write(xid, written);
    log.begin();
    log.begin();
    for (const left of log.openTransactions) if (left !== xid) log.rollBack(left);
    log.commit(xid);
    await subscription.catchUp();
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  log.crash();
  log.begin();
  const [again = 0] = log.openTransactions;
  log.write(again, { type: 'filled', isOwned: true });
  log.ring(subscription, spec, log.commit(again));
  await sink.has(1);
  expect(sink.positions()).toEqual(log.positionsFor(spec));
  await subscription.stop();
});

type Open = { readonly spec: SubscriptionSpec; readonly subscription: Awaited<ReturnType<typeof openSubscription>> };

async function run(log: TransactionalLog, open: readonly Open[], step: Step, isHere: boolean): Promise<void> {
  const chosen = 'which' in step ? log.openTransactions[step.which] : undefined;
  switch (step.does) {
    case 'begin':
      return log.begin();
    case 'poll':
      return isHere ? undefined : log.poll();
    case 'crash':
      return log.crash();
    case 'rest':
      return await new Promise((resolve) => setTimeout(resolve, REST_MS));
    case 'write':
      return chosen === undefined ? undefined : log.write(chosen, step);
    case 'rollBack':
      return chosen === undefined ? undefined : log.rollBack(chosen);
    case 'commit':
      return chosen === undefined ? undefined : await commit(log, open, chosen, isHere);
    default: {
      const never: never = step;
      throw new TypeError(`unknown step ${String(never)}`);
    }
  }
}

async function commit(log: TransactionalLog, open: readonly Open[], xid: number, rings: boolean): Promise<void> {
  const written = log.commit(xid);
  if (rings) for (const { spec, subscription } of open) log.ring(subscription, spec, written);
  await nextTurn();
}
