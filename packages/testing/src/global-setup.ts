import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgresServer } from '@onceover/postgres-server';
import type { TestProject } from 'vitest/node';
import { FORGETFUL } from './server-settings.ts';
import { fromUrl, type TestServer } from './test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker that runs files, as far as there are as many. */
    testPostgres: readonly TestServer[];
  }
}

interface Shared {
  users: number;
  readonly started: Promise<{ servers: readonly TestServer[]; stop(): Promise<void> }>;
}

/** Vitest calls this once per project; they share the servers, which the last one stops. */
const KEY = Symbol.for('onceover.testing.postgres');
const registry = globalThis as { [KEY]?: Shared };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = registry[KEY] ?? { users: 0, started: start(project.config.maxWorkers) };
  registry[KEY] = shared;
  shared.users += 1;
  const { servers, stop } = await shared.started;
  project.provide('testPostgres', servers);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete registry[KEY];
    await stop();
  };
}

/** More would cost memory; workers beyond them share. */
const MOST_SERVERS = 4;

/**
 * `TEST_DATABASE_URL` names a server to use (its role may create databases). Otherwise there is one for each worker: open
 * transactions hold back what every reader on the same server sees, so files that run side by side would meet in it.
 */
async function start(workers: number): Promise<{ servers: readonly TestServer[]; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { servers: [fromUrl(given)], stop: async () => undefined };
  await using stack = new AsyncDisposableStack();
  const servers = await Promise.all(
    Array.from({ length: Math.min(workers, MOST_SERVERS) }, async () => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'onceover-test-pg-'));
      stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
      return stack.use(await startPostgresServer({ dataDir, settings: { ...FORGETFUL, max_connections: '200' } }))
        .address;
    }),
  );
  const owned = stack.move();
  return { servers, stop: () => owned.disposeAsync() };
}
