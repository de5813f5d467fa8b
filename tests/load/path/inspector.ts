import { setTimeout as sleep } from 'node:timers/promises';

/** A connection to the inspector of another process of Node, which speaks the Chrome DevTools Protocol. */
export class Inspector implements Disposable {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(String(data)));
  }

  /** `port` is that of `--inspect`. */
  static async open(port: number): Promise<Inspector> {
    const [target] = (await (await fetchRetried(`http://127.0.0.1:${port}/json/list`)).json()) as [Target];
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    const opened = Promise.withResolvers<void>();
    socket.addEventListener('open', () => opened.resolve());
    socket.addEventListener('error', () => opened.reject(new Error('the inspector refused the connection')));
    await opened.promise;
    return new Inspector(socket);
  }

  /** Calls a method of the protocol. The answer is as the protocol says, which nothing checks. */
  async call<Answer>(method: string, params: object = {}): Promise<Answer> {
    this.#last += 1;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#last, waiting);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params }));
    return (await waiting.promise) as Answer;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  #take(text: string): void {
    const { id, result, error } = JSON.parse(text) as Message;
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }
}

interface Target {
  readonly webSocketDebuggerUrl: string;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

async function fetchRetried(url: string): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await fetch(url);
    } catch (error) {
      if (tries >= 100) throw error;
      await sleep(100);
    }
  }
}
