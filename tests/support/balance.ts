import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address in front of several servers. */
export interface Balancer extends AsyncDisposable {
  readonly port: number;
  /** Where connections go from now on, in turn. */
  sendTo(ports: readonly number[]): void;
}

/** How long somebody who is told that it is over may be silent. */
const LINGER_MS = 2_000;

/** Gives each connection to the next server in turn; one that is down is passed over, as balancers do. */
export async function startBalancer(): Promise<Balancer> {
  const open = new Set<Socket>();
  let [ports, turn]: [readonly number[], number] = [[], 0];
  const server = createServer((client) => {
    open.add(client.once('close', () => open.delete(client)).on('error', () => client.destroy()));
    const inTurn = ports.map((_, at) => ports[(turn + at) % ports.length] ?? 0);
    turn += 1;
    void join(client, inTurn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sendTo(wanted) {
      ports = wanted;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** To the first that is up. */
async function join(client: Socket, ports: readonly number[]): Promise<void> {
  // A server sees where its client is.
  const localAddress = client.remoteAddress ?? '127.0.0.1';
  for (const port of ports) {
    const upstream = await connected(port, localAddress);
    if (upstream === undefined) continue;
    upstream.once('close', () => letGo(client)).on('error', () => upstream.destroy());
    client.once('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
    return;
  }
  client.destroy();
}

/**
 * A server may answer before it was sent everything, and close: whoever is still sending must get that answer. To close while
 * something of theirs is unread would reset the connection, and take the answer away.
 */
function letGo(client: Socket): void {
  client.end();
  client.unpipe();
  client.resume();
  client.setTimeout(LINGER_MS, () => client.destroy());
}

async function connected(port: number, localAddress: string): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}
