import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

interface Waiting {
  resolve(answer: RawAnswer): void;
  reject(error: Error): void;
}

/**
 * One keep-alive connection that sends whole requests as bytes and reads answers by `Content-Length`.
 * Kept lean on purpose, because the client shares the machine with what it measures. One request at a time.
 */
export class HttpConnection {
  readonly #socket: Socket;
  /** What has arrived of the answer; latin1, so that characters are bytes. */
  #text = '';
  #waiting: Waiting | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static open(host: string, port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => {
        socket.off('error', reject);
        resolve(new HttpConnection(socket));
      });
      socket.once('error', reject);
    });
  }

  send(request: string): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    const text = this.#text === '' ? chunk : this.#text + chunk;
    this.#text = text;
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    if (length === undefined) {
      this.#fail(new Error('an answer without Content-Length'));
      return;
    }
    const end = headEnd + 4 + Number(length);
    if (text.length < end) return;
    this.#text = text.slice(end);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status: Number(text.slice(9, 12)), body: text.slice(headEnd + 4, end) });
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(error);
  }
}

/** A request as bytes; a body is sent as a form unless its type is given. */
export function requestBytes(
  method: 'GET' | 'POST',
  host: string,
  path: string,
  body?: string,
  type = 'application/x-www-form-urlencoded',
): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
