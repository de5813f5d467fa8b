import { createServer, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { CANARY, type Receiver } from './behaviours.ts';

/*
 * Receivers of webhooks that mean ill, in a thread of their own. Tells the port of each by its name, and when asked how often somebody came to the
 * door that a redirect leads to.
 */

const MEGABYTES = 50;
const DRIP_MS = 100;
let visits = 0;

const inner = createServer((socket) => {
  visits += 1;
  socket.destroy();
});
const innerPort = await listen(inner);

/** Writes as fast as somebody reads, for as long as somebody does. */
function pour(socket: Socket, start: string, part: string): void {
  socket.write(start);
  const more = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)));
  const go = () => {
    while (!socket.destroyed && socket.write(more));
  };
  socket.on('drain', go);
  go();
}

const OK = 'HTTP/1.1 200 OK\r\n';
const answers: Readonly<Record<Receiver, (socket: Socket) => void>> = {
  news: (socket) => pour(socket, '', `HTTP/1.1 103 Early Hints\r\nlink: ${CANARY}\r\n\r\n`),
  head: (socket) => pour(socket, OK, `x: ${CANARY}\r\n`),
  reason: (socket) => pour(socket, 'HTTP/1.1 200 ', CANARY),
  body: (socket) => pour(socket, `${OK}\r\n`, CANARY),
  extensions: (socket) => pour(socket, `${OK}transfer-encoding: chunked\r\n\r\n1;`, `${CANARY}=1;`),
  trailers: (socket) => pour(socket, `${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, `x: ${CANARY}\r\n`),
  bomb(socket) {
    const bomb = gzipSync(Buffer.alloc(MEGABYTES * 1024 * 1024));
    socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  },
  redirect: (socket) =>
    socket.end(`HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:${innerPort}/${CANARY}\r\n\r\n`),
  status: (socket) =>
    socket.end(`HTTP/1.1 999 ${CANARY}\r\nretry-after: ${'9'.repeat(40)}\r\ncontent-length: 0\r\n\r\n`),
  second: (socket) => socket.end(`${OK}content-length: 0\r\n\r\nHTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n`),
  silence: () => undefined,
  drip(socket) {
    socket.write(OK);
    const timer = setInterval(() => socket.write('x'), DRIP_MS);
    socket.once('close', () => clearInterval(timer));
  },
};

const ports: Record<string, number> = {};
for (const [name, answer] of Object.entries(answers)) {
  ports[name] = await listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    }),
  );
}
parentPort?.on('message', () => parentPort?.postMessage(visits));
parentPort?.postMessage(ports);

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens nowhere');
  return address.port;
}
