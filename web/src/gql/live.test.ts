import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveOperation } from './define-operation.ts';
import type { AnswerSink } from './live-connection.ts';

vi.mock('../site/site-address.ts', () => ({ isOnCustomHost: () => false }));
vi.mock('./live-connection.ts', () => ({
  ask: (question: { variables: unknown }, sink: AnswerSink, onConnected: (isNow: boolean) => void) => {
    asked.push({ question, sink });
    connect = onConnected;
    return () => {
      left += 1;
    };
  },
}));

let asked: { readonly question: { readonly variables: unknown }; readonly sink: AnswerSink }[] = [];
let connect: (isNow: boolean) => void = () => undefined;
let left = 0;
const operation: LiveOperation<{ n: number }, { after: number }> = { name: 'Feed', text: 'subscription Feed { n }' };

async function load() {
  const [{ subscribe }, { liveState }] = [await import('./live.ts'), await import('./live-state.ts')];
  return { subscribe, liveState };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [asked, left] = [[], 0];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('what is shown is live once connected, and paused only after ten seconds without', async () => {
  const { subscribe, liveState } = await load();
  const end = subscribe(operation, () => ({ after: 0 }), { next: () => undefined, error: () => undefined });
  expect(liveState()).toBe('off');
  connect(true);
  expect(liveState()).toBe('live');
  connect(false);
  vi.advanceTimersByTime(9_000);
  expect(liveState()).toBe('off');
  vi.advanceTimersByTime(1_000);
  expect(liveState()).toBe('paused');
  connect(true);
  expect(liveState()).toBe('live');
  end();
  expect([liveState(), left]).toEqual(['off', 1]);
});

test('a stream that failed for now is asked again later, with the variables of then', async () => {
  const { subscribe, liveState } = await load();
  let after = 1;
  const errors: string[] = [];
  subscribe(operation, () => ({ after }), { next: () => undefined, error: (code) => errors.push(code) });
  connect(true);
  asked[0]?.sink.fail('UNAVAILABLE');
  expect(liveState()).not.toBe('live');
  after = 7;
  vi.advanceTimersByTime(1_000);
  expect(asked).toHaveLength(2);
  expect(asked[1]?.question.variables).toEqual({ after: 7 });
  asked[1]?.sink.next({ n: 1 });
  expect(liveState()).toBe('live');
  expect(errors).toEqual([]);
});

test('a stream that the server ended for good says why, once, and is not asked again', async () => {
  const { subscribe, liveState } = await load();
  const errors: string[] = [];
  subscribe(operation, () => ({ after: 1 }), { next: () => undefined, error: (code) => errors.push(code) });
  connect(true);
  asked[0]?.sink.fail('RESYNC_REQUIRED');
  asked[0]?.sink.fail('RESYNC_REQUIRED');
  vi.advanceTimersByTime(120_000);
  expect(errors).toEqual(['RESYNC_REQUIRED']);
  expect(asked).toHaveLength(1);
  expect(liveState()).toBe('off');
});
