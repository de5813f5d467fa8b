import { sessionBell } from '@onceover/schema/events/bells';
import type { Bells } from '@onceover/service-kit/bells';
import { OutageError } from '@onceover/service-kit/errors';
import type { Server } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { ApiError } from '../http/api-error.ts';
import { RateLimited } from '../limits/request-limits.ts';
import { gatewayLog } from '../logger.ts';
import type { Identity } from '../session/identity.ts';
import type { LiveLimits } from './live-limits.ts';
import type { LiveGuest } from './live-server.ts';
import { isSameGuest } from './may-listen.ts';

/** Why the gateway closes a socket. Clients come back after 1001, 1013 and 4408, and after 4403 once they are signed in. */
const CLOSING = {
  goingAway: [1001, 'Connect again'],
  notRead: [1013, 'Too much was not read'],
  binary: [1003, 'Send text'],
  notForServers: [4400, 'Invalid message received'],
  forbidden: [4403, 'Forbidden'],
  tooMany: [4429, 'Too many messages'],
  failed: [1011, 'Unexpected'],
} as const satisfies Record<string, readonly [number, string]>;

/** What the library throws for a message of the protocol that only a server sends. Any client can send one. */
const SENT_BY_SERVERS = /^Unexpected message of type \w+ received/;

export interface LiveSocketParts {
  readonly server: Server<LiveGuest>;
  readonly bells: Bells;
  readonly liveLimits: LiveLimits;
  /** Who the cookies or the token of the socket's request belong to now. Throws as identifying does. */
  readonly identifyAgain: () => Promise<Identity>;
}

/**
 * Serves one open socket until it closes. It ends when its session does: the session is checked every minute, and at once
 * when its account rings. It is asked for a sign of life, its messages are counted, and it ends after an hour in any case,
 * so that nobody listens for ever with the rights of yesterday.
 *
 * Source  security 6.5
 */
export function serveSocket(socket: WebSocket, guest: LiveGuest, parts: LiveSocketParts): void {
  const { liveLimits: limits, bells, server } = parts;
  const close = ([code, reason]: readonly [number, string]) => socket.close(code, reason);
  const check = checking(guest, parts, () => close(CLOSING.forbidden));
  const ended = new DisposableStack();
  ended.use(heartbeat(socket, limits));
  ended.use(every(limits.checkEveryMs, check));
  ended.use(every(limits.ageMs, () => close(CLOSING.goingAway)));
  const { caller } = guest.identity;
  if (caller.kind === 'customer') ended.use(hearing(bells, sessionBell(caller.accountRef), check));

  const isWithin = messageCount(limits.messagesPerMinute);
  let onMessage: (text: string) => Promise<void> = async () => undefined;
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (text) => sendTo(socket, text, limits.bufferedBytes),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (listener) => {
        onMessage = listener;
      },
    },
    guest,
  );
  socket.on('message', (data: RawData, isBinary: boolean) => {
    // Told to close, a client has half a minute to do so.
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) return close(CLOSING.binary);
    if (!isWithin()) return close(CLOSING.tooMany);
    onMessage(textOf(data)).catch((error: unknown) => {
      if (error instanceof Error && SENT_BY_SERVERS.test(error.message)) return close(CLOSING.notForServers);
      gatewayLog.error({ route: '/graphql', err: error }, 'a socket failed unexpectedly');
      close(CLOSING.failed);
    });
  });
  socket.once('close', (code, reason) => {
    ended.dispose();
    void closed(code, reason.toString());
  });
}

/** Listens soon. What was rung before that is not heard, so it is called once. */
function hearing(bells: Bells, topic: string, listener: () => void): Disposable {
  const listening = bells.on(topic, listener);
  listening.then(listener, () => undefined);
  return {
    [Symbol.dispose]: () =>
      void listening.then(
        (each) => each[Symbol.dispose](),
        () => undefined,
      ),
  };
}

function every(ms: number, run: () => void): Disposable {
  const timer = setInterval(run, ms).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Ends a socket whose other end has silently gone. */
function heartbeat(socket: WebSocket, { pingEveryMs }: LiveLimits): Disposable {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  return every(pingEveryMs, () => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  });
}

/** Checks the session again, one check at a time. An outage signs nobody out; the next check decides. */
function checking(guest: LiveGuest, { identifyAgain }: LiveSocketParts, forbid: () => void): () => void {
  let isChecking = false;
  let isWanted = false;
  const check = async (): Promise<void> => {
    isChecking = true;
    while (isWanted) {
      isWanted = false;
      await checkOnce(guest, identifyAgain, forbid);
    }
    isChecking = false;
  };
  return () => {
    isWanted = true;
    if (!isChecking) void check();
  };
}

async function checkOnce(guest: LiveGuest, identifyAgain: () => Promise<Identity>, forbid: () => void): Promise<void> {
  try {
    const now = await identifyAgain();
    if (isSameGuest(guest.identity, now)) guest.identity = now;
    else forbid();
  } catch (error) {
    if (error instanceof ApiError) forbid();
    else if (!(error instanceof OutageError || error instanceof RateLimited)) {
      gatewayLog.error({ route: '/graphql', err: error }, 'a session could not be checked again');
    }
  }
}

/** Whether one more message is within the limit of its minute. */
function messageCount(most: number): () => boolean {
  let begun = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now - begun >= 60_000) {
      begun = now;
      count = 0;
    }
    count += 1;
    return count <= most;
  };
}

/** Resolves when the text has left this process, so that a stream waits for its slowest reader and fills no memory. */
function sendTo(socket: WebSocket, text: string, most: number): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  if (socket.bufferedAmount > most) {
    socket.close(...CLOSING.notRead);
    return Promise.resolve();
  }
  return new Promise((resolve) => socket.send(text, () => resolve()));
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data as Buffer).toString('utf8');
}
