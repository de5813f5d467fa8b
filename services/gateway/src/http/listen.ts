import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Another process is already listening on the port. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
  readonly host: string;
  readonly port: number;

  constructor(host: string, port: number, cause: unknown) {
    super(`port ${port} on ${host} is in use`, { cause });
    this.host = host;
    this.port = port;
  }
}

/** The port to use: the configured one, or for 0 one that is free now, because links contain the port from the start. */
export async function portFor(host: string, wanted: number): Promise<number> {
  return wanted === 0 ? await tryListening(host, 0) : wanted;
}

/** Throws `PortInUse`, or the system's error, if nobody could listen there now. */
export async function refuseBusyPort(host: string, port: number): Promise<void> {
  try {
    await tryListening(host, port);
  } catch (error) {
    throw asPortInUse(error, host, port);
  }
}

async function tryListening(host: string, wanted: number): Promise<number> {
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  probe.once('error', reject);
  probe.listen(wanted, host, resolve);
  await promise;
  const address = probe.address();
  await new Promise<void>((closed) => probe.close(() => closed()));
  if (address === null || typeof address === 'string') throw new Error('the system assigned no port');
  return address.port;
}

/** Starts listening. Throws `PortInUse`. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw asPortInUse(error, host, port);
  }
}

function asPortInUse(error: unknown, host: string, port: number): unknown {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new PortInUse(host, port, error) : error;
}
