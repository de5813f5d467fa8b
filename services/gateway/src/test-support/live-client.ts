import WebSocket from 'ws';

/** A message of graphql-transport-ws. */
export interface LiveMessage {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** One socket of a test, which shows every message and how it ended. */
export interface LiveClient extends Disposable {
  send(message: LiveMessage | string | Buffer): void;
  /** The next message that was not read yet. Rejects when the socket has closed or nothing comes within 5 s. */
  next(): Promise<LiveMessage>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

interface Dial {
  readonly port: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocol?: string | null;
}

const WAIT_MS = 5000;

/** Opens a socket. Rejects with the status and body of a refusal: `403 {...}`. */
export async function dial({ port, headers = {}, protocol = 'graphql-transport-ws' }: Dial): Promise<LiveClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, protocol === null ? [] : [protocol], { headers });
  const unread: LiveMessage[] = [];
  let wake = () => {};
  socket.on('message', (text) => {
    unread.push(JSON.parse(String(text)) as LiveMessage);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: reason.toString() });
      wake();
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, answer) => {
      answer.setEncoding('utf8');
      let body = '';
      answer.on('data', (part: string) => {
        body += part;
      });
      answer.on('end', () => reject(new Error(`${answer.statusCode} ${body}`)));
    });
  });
  const arrived = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const timer = setTimeout(resolve, WAIT_MS);
    return promise.finally(() => clearTimeout(timer));
  };
  return {
    closed,
    send(message) {
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
    },
    async next() {
      if (unread.length === 0) await arrived();
      const message = unread.shift();
      if (message === undefined) throw new Error('no message came');
      return message;
    },
    [Symbol.dispose]: () => socket.terminate(),
  };
}

/** Opens a socket and gets past its first message. */
export async function connect(how: Dial, params?: Readonly<Record<string, unknown>>): Promise<LiveClient> {
  const client = await dial(how);
  client.send({ type: 'connection_init', payload: params });
  const { type } = await client.next();
  if (type !== 'connection_ack') throw new Error(`the socket answered ${type}`);
  return client;
}
