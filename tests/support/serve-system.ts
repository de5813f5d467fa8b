import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startPostgresServer } from '@onceover/postgres-server';
import { startSystem } from './start-system.ts';
import { temporaryPlace } from './temporary-place.ts';

/**
 * The system under test as a process of its own: Playwright reads its first line, and ends it by closing its input.
 * Beside the product's address it opens a control address for what no door offers: a lifetime that is over.
 */
const place = temporaryPlace();
const postgres = await startPostgresServer({ dataDir: path.join(place.path, 'postgres') });
const system = await startSystem({ database: postgres.address });

const control = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://control');
  const end = (status: number) => response.writeHead(status).end();
  if (request.method !== 'POST' || pathname !== '/expire') return end(404);
  system.tables.expireNow(searchParams.get('short') ?? '').then(
    () => end(204),
    () => end(409),
  );
});
await new Promise<void>((listening) => control.listen(0, '127.0.0.1', listening));
const { port } = control.address() as AddressInfo;

process.stdout.write(`${JSON.stringify({ url: system.url, control: `http://127.0.0.1:${port}` })}\n`);

process.stdin.resume();
async function stop(): Promise<void> {
  control.close();
  await system[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
  place[Symbol.dispose]();
  process.exit(0);
}

process.stdin.once('end', () => void stop());
