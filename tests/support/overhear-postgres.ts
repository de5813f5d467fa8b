import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { PostgresAddress } from '@onceover/postgres-server';

/** A way to a database that hears how many rows each statement reads, whichever process asks. */
export interface OverheardDatabase extends AsyncDisposable {
  readonly address: PostgresAddress;
  /** Rows of each answer since it was emptied last, in order. */
  readonly answers: number[];
}

export async function overhearPostgres(database: PostgresAddress): Promise<OverheardDatabase> {
  const { host, port } = database;
  const behind = host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port };
  const open = new Set<Socket>();
  const answers: number[] = [];
  const server = createServer((client) => {
    const upstream = connect(behind);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one.once('close', () => open.delete(one)));
      one.once('close', () => other.destroy()).on('error', () => one.destroy());
    }
    upstream.on('data', rowsHeard(answers));
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { ...database, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    answers,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** A message of the server is a letter, its length without the letter, and what it says. `C` ends an answer, like `SELECT 12`. */
function rowsHeard(answers: number[]): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  let toSkip = 0;
  return (bytes) => {
    let at = Math.min(toSkip, bytes.length);
    toSkip -= at;
    if (toSkip > 0) return;
    rest = Buffer.concat([rest, bytes.subarray(at)]);
    for (at = 0; rest.length - at >= 5; ) {
      const end = at + 1 + rest.readUInt32BE(at + 1);
      if (rest[at] === 'C'.charCodeAt(0)) {
        if (end > rest.length) break;
        const [, rows] = /^SELECT (\d+)/.exec(rest.toString('latin1', at + 5, end)) ?? [];
        if (rows !== undefined) answers.push(Number(rows));
      }
      at = end;
    }
    toSkip = Math.max(0, at - rest.length);
    rest = rest.subarray(at);
  };
}
