import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * One keep-alive connection that sends whole requests as bytes and reads answers by `Content-Length`.
 * Kept lean on purpose, because the client shares the machine with what it measures. One request at a time.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
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

  #take(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    const headEnd = this.#buffer.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#buffer.toString('latin1', 0, headEnd);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#fail(new Error('an answer without Content-Length'));
      return;
    }
    const end = headEnd + 4 + Number(length);
    if (this.#buffer.length < end) return;
    const body = this.#buffer.toString('latin1', headEnd + 4, end);
    this.#buffer = this.#buffer.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.reject(error);
  }
}

/** A request as bytes; a body is sent as a form. */
export function requestBytes(method: 'GET' | 'POST', host: string, path: string, form?: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n`;
  if (form === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
}
