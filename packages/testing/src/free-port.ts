import { createServer } from 'node:net';

/** Above what programs listen on, and below what the system gives to connections. */
const FIRST = 15_000;
const PORTS = 15_000;
/** Workers of one run, at most, that each have ports of their own. */
const WORKERS = 8;
const OF_WORKER = Math.floor(PORTS / WORKERS);

const given = new Set<number>();

/**
 * A port on loopback that nobody uses now. None is given twice, and no other worker of the run gives it: whoever has it may listen
 * much later.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS;
  for (;;) {
    const port = FIRST + worker * OF_WORKER + Math.floor(Math.random() * OF_WORKER);
    if (given.has(port)) continue;
    given.add(port);
    if (await canListen(port)) return port;
  }
}

/** Whether nobody listens on a port of the loopback address. */
export async function canListen(port: number): Promise<boolean> {
  const probe = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  probe.once('error', () => resolve(false));
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  return await promise;
}
