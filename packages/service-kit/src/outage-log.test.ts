import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './logging.ts';
import { createOutageLog } from './outage-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an outage that 906 requests meet is two lines: its first request, and its end with how many met it', async () => {
  const lines: object[] = [];
  const warn = (fields: object, message: string) => void lines.push({ ...fields, message });
  const met = createOutageLog(Object.assign(createLogger('test'), { warn }));
  for (let request = 1; request <= 906; request += 1) {
    met({ requestId: `r${request}`, dependency: 'postgres', code: 'unavailable' });
    await vi.advanceTimersByTimeAsync(100);
  }
  met({ requestId: 'other', dependency: 'keys', code: 'unavailable' });
  await vi.advanceTimersByTimeAsync(31_000);
  expect(lines).toEqual([
    { requestId: 'r1', dependency: 'postgres', code: 'unavailable', message: 'requests meet an outage' },
    { requestId: 'other', dependency: 'keys', code: 'unavailable', message: 'requests meet an outage' },
    {
      dependency: 'postgres',
      requests: 906,
      seconds: expect.any(Number),
      message: 'requests meet this outage no more',
    },
    { dependency: 'keys', requests: 1, seconds: 0, message: 'requests meet this outage no more' },
  ]);
  met({ requestId: 'again', dependency: 'postgres', code: 'unavailable' });
  expect(lines).toHaveLength(5);
});
