import { afterEach, expect, test, vi } from 'vitest';
import { nextTask } from './next-task.ts';

afterEach(() => vi.unstubAllGlobals());

const waysToWait = {
  'the browser lets a task go on first': { yield: () => new Promise<void>((resolve) => setImmediate(resolve)) },
  'the browser only has tasks with priorities': { postTask: () => Promise.reject(new Error('not asked for')) },
  'the browser has no scheduler': undefined,
};

for (const [name, scheduler] of Object.entries(waysToWait))
  test(`what comes next runs after everything that is at its end already, where ${name}`, async () => {
    vi.stubGlobal('scheduler', scheduler);
    const order: string[] = [];
    const next = nextTask().then(() => order.push('next'));
    void Promise.resolve()
      .then(() => order.push('microtask'))
      .then(() => order.push('the one after it'));
    order.push('now');
    await next;
    expect(order).toEqual(['now', 'microtask', 'the one after it', 'next']);
  });

test('it is left to the scheduler of the browser, which puts it before other work', async () => {
  const scheduler = { yield: vi.fn(() => Promise.resolve()) };
  vi.stubGlobal('scheduler', scheduler);
  await nextTask();
  expect(scheduler.yield).toHaveBeenCalledOnce();
});
