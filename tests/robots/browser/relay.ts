import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came by. */
interface Asked {
  readonly method: string;
  readonly path: string;
  /** `Sec-Purpose`: what a browser asks for ahead of its reader says so. */
  readonly purpose: string;
}

export interface Relay extends AsyncDisposable {
  readonly origin: string;
  readonly asked: readonly Asked[];
}

interface RelayOptions {
  /** HTML of its own, by path. */
  readonly pages?: Readonly<Record<string, string>>;
  /** A header that answers come without. */
  readonly without?: string;
}

/** Another way to the product, on loopback, which notes what is asked. */
export async function relayTo(origin: string, { pages = {}, without = '' }: RelayOptions): Promise<Relay> {
  const asked: Asked[] = [];
  const server = createServer((incoming, answer) => {
    const { method = '', url = '' } = incoming;
    asked.push({ method, path: url, purpose: String(incoming.headers['sec-purpose'] ?? '') });
    const own = pages[url];
    if (own === undefined) pass(incoming, answer, { to: origin, without });
    else answer.writeHead(200, { 'content-type': 'text/html' }).end(own);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The product knows its own name alone. */
function pass(
  incoming: IncomingMessage,
  answer: ServerResponse,
  { to, without }: { readonly to: string; readonly without: string },
): void {
  const named = { host: new URL(to).host, ...(incoming.headers.origin === undefined ? {} : { origin: to }) };
  const onward = request(
    new URL(incoming.url ?? '/', to),
    { method: incoming.method, headers: { ...incoming.headers, ...named } },
    (reply) => {
      const headers = Object.entries(reply.headers).filter(([name]) => name !== without);
      answer.writeHead(reply.statusCode ?? 502, Object.fromEntries(headers));
      reply.pipe(answer);
    },
  );
  onward.on('error', () => answer.destroy());
  incoming.pipe(onward);
}
