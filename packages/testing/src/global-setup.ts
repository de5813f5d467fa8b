import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgresServer } from '@onceover/postgres-server';
import type { TestProject } from 'vitest/node';
import { FORGETFUL } from './server-settings.ts';
import { fromUrl, type TestServer } from './test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testPostgres: TestServer;
  }
}

interface Shared {
  users: number;
  readonly server: Promise<{ server: TestServer; stop(): Promise<void> }>;
}

/** Vitest calls this once per project; they share one server, which the last one stops. */
const KEY = Symbol.for('onceover.testing.postgres');
const registry = globalThis as { [KEY]?: Shared };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = registry[KEY] ?? { users: 0, server: start() };
  registry[KEY] = shared;
  shared.users += 1;
  const { server, stop } = await shared.server;
  project.provide('testPostgres', server);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete registry[KEY];
    await stop();
  };
}

/** `TEST_DATABASE_URL` names a server to use (its role may create databases); otherwise one is started for this run. */
async function start(): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { server: fromUrl(given), stop: async () => undefined };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'onceover-test-pg-'));
  const server = await startPostgresServer({ dataDir, settings: { ...FORGETFUL, max_connections: '200' } });
  return {
    server: server.address,
    async stop() {
      await server[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
