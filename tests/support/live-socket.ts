import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** A message of graphql-transport-ws, as it was received. */
export interface LiveMessage {
  readonly type: string;
  readonly id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at payloads of many shapes, and assert each one.
  readonly payload?: any;
}

type Headers = Readonly<Record<string, string>>;

/** No socket was opened: the status and the code of the answer. */
export class SocketRefused extends Error {
  override readonly name = 'SocketRefused';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** One WebSocket to `/graphql`. */
export class LiveSocket implements Disposable {
  readonly socket: WebSocket;
  /** Everything received, in order. */
  readonly messages: LiveMessage[] = [];
  /** The code it was closed with. */
  readonly closed: Promise<number>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = once(socket, 'close').then(([code]) => code as number);
    socket.on('message', (text) => this.messages.push(JSON.parse(String(text)) as LiveMessage));
    socket.on('error', () => undefined);
  }

  /** Opens one. Refuses with `SocketRefused`. */
  static async open(url: string, headers: Headers = {}, protocol = 'graphql-transport-ws'): Promise<LiveSocket> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, protocol, { headers });
    const opening = Promise.withResolvers<LiveSocket>();
    const live = new LiveSocket(socket);
    socket.once('open', () => opening.resolve(live));
    socket.once('error', opening.reject);
    socket.once('unexpected-response', (_request, answer) => {
      refusalOf(answer).then(opening.reject, opening.reject);
    });
    return await opening.promise;
  }

  /** Opens one and gets past its first message; rejects with the code it was closed with. */
  static async connect(url: string, headers: Headers = {}, params: object = {}): Promise<LiveSocket> {
    const live = await LiveSocket.open(url, headers);
    live.send({ type: 'connection_init', payload: params });
    await Promise.race([
      live.until(({ type }) => type === 'connection_ack'),
      live.closed.then((code) => Promise.reject(new Error(`closed with ${code}`))),
    ]);
    return live;
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  subscribe(id: string, query: string, variables: object = {}): void {
    this.send({ id, type: 'subscribe', payload: { query, variables } });
  }

  /** The first message, of those that came and those that will, that is meant. */
  async until(isMeant: (message: LiveMessage) => boolean, withinMs = 5_000): Promise<LiveMessage> {
    const end = performance.now() + withinMs;
    for (;;) {
      const found = this.messages.find(isMeant);
      if (found !== undefined) return found;
      if (performance.now() > end)
        throw new Error(`what was waited for did not come; the last was ${JSON.stringify(this.messages.at(-1))}`);
      await sleep(10);
    }
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}

async function refusalOf(answer: IncomingMessage): Promise<SocketRefused> {
  let body = '';
  for await (const part of answer) body += String(part);
  return new SocketRefused(answer.statusCode ?? 0, /"code":"(\w+)"/.exec(body)?.[1] ?? '');
}
