import { createDoorbell } from '@onceover/event-bus';
import { type CommitNews, LOG_COVERED } from '@onceover/event-store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coverLogSoon } from './cover-log-soon.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const newsOf = (source: string, ...types: string[]): CommitNews => {
  return { source, owned: new Set(), unowned: new Set(types), events: [] };
};

/** A log that takes its time, and what was asked of it. */
function covering() {
  const doorbell = createDoorbell();
  const answers: (() => Promise<{ blocks: number; isHidden: boolean }>)[] = [];
  const cover = vi.fn(async () => (await answers.shift()?.()) ?? { blocks: 1, isHidden: false });
  const onFailure = vi.fn();
  return { doorbell, answers, cover, onFailure, soon: coverLogSoon({ name: 'boxes', doorbell, cover, onFailure }) };
}

test('commits to the log are covered together, a second after the first of them', async () => {
  const { doorbell, cover, soon } = covering();
  await using _ = soon;
  for (let at = 0; at < 9; at += 1) {
    doorbell.ring(newsOf('boxes', 'box.noted'));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(cover).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(cover).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cover).toHaveBeenCalledTimes(1);
});

test('neither other logs nor what the log says about itself are a reason to cover it', async () => {
  const { doorbell, cover, soon } = covering();
  await using _ = soon;
  doorbell.ring(newsOf('crates', 'crate.noted'));
  doorbell.ring(newsOf('boxes', LOG_COVERED));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cover).toHaveBeenCalledTimes(0);
  doorbell.ring(newsOf('boxes', LOG_COVERED, 'box.noted'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cover).toHaveBeenCalledTimes(1);
});

test('what hides behind a running transaction, or failed, is tried again every second', async () => {
  const { doorbell, answers, cover, onFailure, soon } = covering();
  await using _ = soon;
  const fail = () => Promise.reject(new Error('away'));
  answers.push(async () => ({ blocks: 0, isHidden: true }), fail, fail);
  doorbell.ring(newsOf('boxes', 'box.noted'));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(cover).toHaveBeenCalledTimes(3);
  expect(onFailure).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cover).toHaveBeenCalledTimes(4);
});

test('the chore covers at once, and what is committed meanwhile a second later; stopping waits for the block in hand', async () => {
  const { doorbell, answers, cover, soon } = covering();
  const held = Promise.withResolvers<{ blocks: number; isHidden: boolean }>();
  answers.push(() => held.promise);
  const done = soon.chore.run();
  doorbell.ring(newsOf('boxes', 'box.noted'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(cover).toHaveBeenCalledTimes(1);
  held.resolve({ blocks: 2, isHidden: false });
  expect(await done).toEqual({ blocks: 2 });
  const last = Promise.withResolvers<{ blocks: number; isHidden: boolean }>();
  answers.push(() => last.promise);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(cover).toHaveBeenCalledTimes(2);
  let isStopped = false;
  const stopping = soon[Symbol.asyncDispose]().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  last.resolve({ blocks: 1, isHidden: true });
  await stopping;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(cover).toHaveBeenCalledTimes(2);
});
