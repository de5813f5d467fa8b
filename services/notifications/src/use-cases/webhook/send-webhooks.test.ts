import { createLogger } from '@onceover/service-kit/logging';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDispatcher, LOOK_EVERY_SECONDS } from './send-webhooks.ts';
import type { DueDeliveries, TakenDelivery } from './webhooks.ts';

const webhookLog = createLogger('test');
const unasked = async () => expect.fail('asked');
const unused = { record: unasked, putBack: unasked, freeOverdue: unasked, hasDue: unasked };

test('once it is told to stop it takes nothing more, whoever wakes it', async () => {
  const take = vi.fn<DueDeliveries['take']>(async () => []);
  await using dispatcher = createDispatcher({ dueDeliveries: { ...unused, take }, webhookLog }, unasked);
  dispatcher.wake();
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1));
  dispatcher.stop();
  dispatcher.wake();
  await new Promise(setImmediate);
  expect(take).toHaveBeenCalledTimes(1);
});

test('what rests shortly is looked for when it is due; what rests long is left to the chore, and what arrived to nobody', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const rests = [5, LOOK_EVERY_SECONDS + 1, null];
  for (const rest of rests) {
    const take = vi.fn<DueDeliveries['take']>().mockResolvedValue([]);
    take.mockResolvedValueOnce([{ isFailing: false } as TakenDelivery]);
    await using dispatcher = createDispatcher({ dueDeliveries: { ...unused, take }, webhookLog }, async () => rest);
    dispatcher.wake();
    await vi.advanceTimersByTimeAsync(4_900);
    const before = take.mock.calls.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect([rest, take.mock.calls.length - before]).toEqual([rest, rest === 5 ? 1 : 0]);
  }
});
