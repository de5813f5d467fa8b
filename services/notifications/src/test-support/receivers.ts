import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Sent, WebhookMessage, WebhookSender } from '../use-cases/webhook/ports.ts';

export const arrived: Sent = { status: 200, problem: null, retryAfterSeconds: null, durationMs: 3 };

/** What a receiver answers with another status. */
export const refusing = (status: number, retryAfterSeconds: number | null = null): Sent => ({
  status,
  problem: 'status',
  retryAfterSeconds,
  durationMs: 3,
});

export type Answer = Sent | (() => Promise<Sent>);

/** Receivers behind a sender that reaches nobody: what each got, and what it answers. */
export interface Receivers extends WebhookSender {
  /** What arrived at an address, whatever was answered, oldest first. */
  at(url: string): readonly WebhookMessage[];
  /** From now on; at first all take everything. */
  answer(url: string, answer: Answer): void;
}

export function createReceivers(): Receivers {
  const got = new Map<string, WebhookMessage[]>();
  const answers = new Map<string, Answer>();
  return {
    at: (url) => got.get(url) ?? [],
    answer: (url, answer) => void answers.set(url, answer),
    async send(message) {
      got.set(message.url, [...(got.get(message.url) ?? []), message]);
      const answer = answers.get(message.url) ?? arrived;
      return typeof answer === 'function' ? await answer() : answer;
    },
  };
}

/** What arrived at a receiver. */
export interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on this machine that anything can be sent to, without TLS. */
export interface LocalReceiver extends AsyncDisposable {
  readonly url: string;
  readonly got: readonly Arrived[];
  /** From now on; at first 204. */
  answer(status: number, body?: string): void;
  /** From now on it answers nothing. */
  hang(): void;
}

/** `path`: of its address. */
export async function startLocalReceiver(path = '/hook'): Promise<LocalReceiver> {
  const got: Arrived[] = [];
  let answer: { status: number; body: string } | null = { status: 204, body: '' };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ headers: request.headers, body });
      if (answer !== null) response.writeHead(answer.status).end(answer.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    got,
    answer: (status, body = '') => {
      answer = { status, body };
    },
    hang: () => {
      answer = null;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
