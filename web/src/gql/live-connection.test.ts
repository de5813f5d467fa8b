import type { ClientOptions } from 'graphql-ws';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('graphql-ws', () => ({
  createClient: (given: ClientOptions) => {
    options = given;
    return { subscribe: () => () => undefined, terminate: () => undefined };
  },
}));
vi.mock('../session/watch-form-token.ts', () => ({ renewFormToken: async () => undefined }));
vi.mock('../lib/calls/form-token.ts', () => ({ formToken: () => 'token' }));

let options: ClientOptions;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.stubGlobal('location', { protocol: 'https:', host: 'onceover.test' });
  vi.stubGlobal('addEventListener', () => undefined);
  const { ask } = await import('./live-connection.ts');
  const sink = { next: () => undefined, fail: () => undefined, complete: () => undefined };
  ask({ query: 'subscription { one }' }, sink, () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** How long it waits before it connects again after a socket closed with this code, in milliseconds. */
async function waitAfter(code: number): Promise<number> {
  options.on?.closed?.({ code });
  const began = Date.now();
  let waited = 0;
  const waiting = options.retryWait?.(0).then(() => {
    waited = Date.now() - began;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await waiting;
  return waited;
}

test('a socket that broke is opened again soon', async () => {
  expect(await waitAfter(1006)).toBeLessThan(100);
});

test('a socket that was refused is not opened again before a page has had time to leave for the sign-in page', async () => {
  expect(await waitAfter(4403)).toBeGreaterThanOrEqual(2_000);
});

test('a socket that was refused casts doubt on the session; one that broke does not', async () => {
  const { onAuthSignal } = await import('../lib/calls/auth-signals.ts');
  const heard: string[] = [];
  onAuthSignal((signal) => heard.push(signal));
  for (const code of [1001, 1006, 1011, 1013, 4408]) options.on?.closed?.({ code });
  expect(heard).toEqual([]);
  options.on?.closed?.({ code: 4403 });
  expect(heard).toEqual(['refused']);
});

test('after a refusal that was mended a broken socket is opened again soon', async () => {
  await waitAfter(4403);
  options.on?.connected?.({} as WebSocket, undefined, false);
  expect(await waitAfter(1006)).toBeLessThan(100);
});

test('a socket that is closing is told nothing more', () => {
  const send = vi.spyOn(WebSocket.prototype, 'send').mockReturnValue(undefined);
  const Socket = options.webSocketImpl as typeof WebSocket;
  const inState = (readyState: number) => Object.create(Socket.prototype, { readyState: { value: readyState } });
  for (const state of [WebSocket.CLOSING, WebSocket.CLOSED, WebSocket.OPEN]) inState(state).send('complete');
  expect(send.mock.calls).toEqual([['complete']]);
});
