import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sessionBell } from '@onceover/schema/events/bells';
import { createBells } from '@onceover/service-kit/bells';
import { OutageError } from '@onceover/service-kit/errors';
import { eventually } from '@onceover/testing/eventually';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { notAuthorized } from '../http/api-error.ts';
import type { Identity } from '../session/identity.ts';
import { customer } from '../test-support/fake-accounts.ts';
import { type LiveLimits, liveLimits } from './live-limits.ts';
import { type LiveSocketParts, serveSocket } from './live-socket.ts';

const origin = { surface: 'web', traceparent: '' } as const;
const anybody = { network: '192.0.2.0/24', requestId: 'r', origin };
const credential = { kind: 'session', ref: 'ref' } as const;
const { locale: _locale, ...facts } = customer;
const nina: Identity = {
  kind: 'customer',
  caller: { ...anybody, ...facts, kind: 'customer', credential },
  session: 'S',
  locale: undefined,
};

// What a socket does every so often, it does when a test says so; lines are as quick as the machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => void vi.advanceTimersByTime(ms);

interface Given {
  readonly limits?: Partial<LiveLimits>;
  readonly identifyAgain?: () => Promise<Identity>;
  /** What is sent for every message. */
  readonly answer?: string;
  readonly heard?: (text: string) => void;
}

/** A socket that is served with these limits, by a protocol that repeats one answer. */
async function served({
  limits = {},
  identifyAgain = async () => nina,
  answer = 'pong',
  heard = () => undefined,
}: Given) {
  const listening = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const bells = createBells();
  const accepted = Promise.withResolvers<WebSocket>();
  const server: LiveSocketParts['server'] = {
    opened(socket) {
      socket.onMessage(async (text) => {
        heard(text);
        await socket.send(answer);
      });
      return async () => undefined;
    },
  };
  listening.on('connection', (socket) => {
    const guest = { identity: nina, mayAskAnything: false };
    serveSocket(socket, guest, { server, bells, liveLimits: { ...liveLimits, ...limits }, identifyAgain });
    accepted.resolve(socket);
  });
  await once(listening, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(listening.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.terminate();
    listening.close();
  });
  const closed = once(client, 'close').then(([code]) => code as number);
  await once(client, 'open');
  return { client, closed, bells, served: await accepted.promise };
}

test('a socket ends at its greatest age, and its client may come back', async () => {
  const { closed } = await served({ limits: { ageMs: 50 } });
  pass(50);
  expect(await closed).toBe(1001);
});

test('a client that gives no sign of life is ended', async () => {
  const { client, closed } = await served({ limits: { pingEveryMs: 40 } });
  client.pong = () => undefined;
  client.removeAllListeners('ping');
  (client as unknown as { _autoPong: boolean })._autoPong = false;
  pass(40);
  expect(client.readyState).toBe(WebSocket.OPEN);
  pass(40);
  expect(await closed).toBe(1006);
});

test('a client that gives signs of life stays', async () => {
  const { client, served: socket } = await served({ limits: { pingEveryMs: 20 } });
  for (let times = 0; times < 5; times += 1) {
    const answered = once(socket, 'pong');
    pass(20);
    await answered;
  }
  expect(client.readyState).toBe(WebSocket.OPEN);
});

test('a client that asks for much and reads nothing is closed', async () => {
  const {
    client,
    closed,
    served: socket,
  } = await served({
    limits: { messagesPerMinute: 10_000 },
    answer: 'x'.repeat(64_000),
  });
  client.pause();
  for (let sent = 0; sent < 400; sent += 1) client.send('more');
  await eventually(() => expect(socket.readyState).toBe(WebSocket.CLOSING));
  client.resume();
  expect(await closed).toBe(1013);
});

test('what comes after a socket was told to close is not heard, however long its client takes to go', async () => {
  const heard: string[] = [];
  const { client, closed } = await served({ heard: (text) => heard.push(text) });
  client.send('first');
  client.send(Buffer.from([1]));
  for (let sent = 0; sent < 20; sent += 1) client.send('more');
  expect(await closed).toBe(1003);
  expect(heard).toEqual(['first']);
});

test('the session is checked again by itself', async () => {
  let checks = 0;
  const identifyAgain = async () => {
    checks += 1;
    if (checks < 3) return nina;
    throw notAuthorized();
  };
  const { closed } = await served({ limits: { checkEveryMs: 20 }, identifyAgain });
  // Once when it begins to listen, and then by itself.
  for (let most = 1; most <= 3; most += 1) {
    await eventually(() => expect(checks).toBe(most));
    if (most < 3) pass(20);
  }
  expect(await closed).toBe(4403);
});

test('an outage at a check leaves the socket open, and the next check decides', async () => {
  let isAway = true;
  const identifyAgain = async () => {
    if (isAway) throw new OutageError('accounts');
    throw notAuthorized();
  };
  const { bells, closed, client } = await served({ identifyAgain });
  bells.ring(sessionBell(customer.accountRef));
  client.send('still there?');
  await once(client, 'message');
  isAway = false;
  bells.ring(sessionBell(customer.accountRef));
  expect(await closed).toBe(4403);
});

test('somebody else who signed in meanwhile does not take over the socket', async () => {
  const other = { ...nina, session: 'T' };
  const { bells, closed } = await served({ identifyAgain: async () => other });
  bells.ring(sessionBell(customer.accountRef));
  expect(await closed).toBe(4403);
});
