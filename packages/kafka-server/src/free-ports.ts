import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems take for outgoing connections: there, one of those could take the port of a node that is
 * stopped for a while, and a client that keeps trying that port could even connect to itself.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Different ports on loopback that nobody listens on. Another program may still take one before it is used. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
