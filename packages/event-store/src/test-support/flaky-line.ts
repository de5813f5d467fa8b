import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseAddress } from '@onceover/testing/database';

export interface FlakyLine extends AsyncDisposable {
  /** Reaches the same database through this connection. */
  readonly address: DatabaseAddress;
  /** Requests arrive and answers get lost: after this many more answers, each connection ends instead of answering. */
  loseAnswers(after?: number): void;
  /** Ends every connection now. */
  cut(): void;
  mend(): void;
}

/** A connection to the database that can fail at the worst moment: after the commit, before anyone learns of it. */
export async function flakyLine(address: DatabaseAddress): Promise<FlakyLine> {
  const directory = mkdtempSync(path.join(tmpdir(), 'flaky-'));
  const socketPath = path.join(address.host, `.s.PGSQL.${address.port}`);
  const ends = new Set<Socket>();
  let answersLeft = Number.POSITIVE_INFINITY;

  const server = createServer((near) => {
    const far = connect(socketPath);
    const end = () => {
      near.destroy();
      far.destroy();
      ends.delete(near);
    };
    ends.add(near);
    near
      .on('data', (chunk) => far.write(chunk))
      .on('error', end)
      .on('close', end);
    far
      .on('data', (chunk) => (answersLeft-- > 0 ? near.write(chunk) : end()))
      .on('error', end)
      .on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(path.join(directory, `.s.PGSQL.${address.port}`), resolve));

  const cut = () => {
    for (const near of ends) near.destroy();
  };
  return {
    address: { ...address, host: directory },
    loseAnswers(after = 0) {
      answersLeft = after;
    },
    mend() {
      answersLeft = Number.POSITIVE_INFINITY;
    },
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
