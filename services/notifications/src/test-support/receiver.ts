import { once } from 'node:events';
import { createServer as createPlain, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { Server, Socket } from 'node:net';
import { type TestCertificate, testCertificate } from '@onceover/testing/test-certificate';

export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ReceiverOptions {
  /** The name in its address, and in its certificate. */
  readonly host?: string;
  /** Where it listens. */
  readonly at?: string;
  /** Null: it speaks no TLS. */
  readonly certificate?: TestCertificate | null;
}

/** A server on loopback that receives webhooks, keeps them, and answers as told. */
export async function startReceiver(answer: RequestListener, options: ReceiverOptions = {}) {
  const { host = 'hooks.acme.example', at = '127.0.0.1', certificate = testCertificate(host) } = options;
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.once('end', () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      answer(request, response);
    });
  };
  const server = certificate === null ? createPlain(listener) : createSecure(certificate, listener);
  const open = await listenAt(server, at);
  const scheme = certificate === null ? 'http' : 'https';
  return Object.assign(open, { received, certificate, url: `${scheme}://${host}:${open.port}/in?token=t` });
}

/** Starts a server at a free port, and ends it with all of its connections. */
export async function listenAt(server: Server, address = '127.0.0.1') {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('it listens nowhere');
  return {
    port: bound.port,
    /** Made so far. */
    connections: () => connections,
    /** Still open. */
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
