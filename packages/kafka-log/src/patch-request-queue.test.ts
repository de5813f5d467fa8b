import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patchRequestQueue } from './patch-request-queue.ts';

const require = createRequire(import.meta.url);
const RequestQueue = require('kafkajs/src/network/requestQueue');

const queue = () =>
  new RequestQueue({
    maxInFlightRequests: 1,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: '127.0.0.1:1',
    logger: { debug: () => undefined, error: () => undefined },
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the connections of kafkajs use the queue that is replaced, which still has what is replaced in it', () => {
  const Connection = require('kafkajs/src/network/connection');
  const logger = { debug: () => undefined, error: () => undefined, namespace: () => logger };
  const connection = new Connection({
    host: '127.0.0.1',
    port: 1,
    clientId: 'test',
    socketFactory: () => undefined,
    logger,
  });
  expect(connection.requestQueue).toBeInstanceOf(RequestQueue);
  expect(RequestQueue.prototype.scheduleCheckPendingRequests).toBeTypeOf('function');
  // What the replacement reads.
  expect(queue()).toMatchObject({ pending: [], throttledUntil: -1 });
});

test('a timer is set while something waits or is throttled, and for nothing else', () => {
  patchRequestQueue();
  const idle = queue();
  idle.scheduleCheckPendingRequests();
  expect(vi.getTimerCount()).toBe(0);

  const waiting = queue();
  waiting.pending.push({});
  waiting.scheduleCheckPendingRequests();
  expect(vi.getTimerCount()).toBe(1);

  const throttled = queue();
  throttled.throttledUntil = Date.now() + 500;
  throttled.scheduleCheckPendingRequests();
  expect(vi.getTimerCount()).toBe(2);
});

test('patched twice it is replaced once', () => {
  patchRequestQueue();
  const { scheduleCheckPendingRequests } = RequestQueue.prototype;
  patchRequestQueue();
  expect(RequestQueue.prototype.scheduleCheckPendingRequests).toBe(scheduleCheckPendingRequests);
});
