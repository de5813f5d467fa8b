import { join } from 'node:path';
import { connectionString, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import { Child } from './child.ts';
import type { BenchOptions } from './options.ts';
import type { SampleAnswers } from './sample-answers.ts';
import { startMain } from './start-up.ts';
import { type StepName, stepNames } from './steps.ts';

/** Something that the benchmark's client can talk to. */
export interface System {
  readonly name: string;
  readonly hostname: string;
  readonly port: number;
  /** The processes whose CPU, with everything below them, belongs to the system; empty if they are not known. */
  readonly pids: readonly number[];
  /** What it can be asked. */
  readonly steps: readonly StepName[];
}

/** The product with a PostgreSQL server of its own. */
export interface OwnSystem extends System, AsyncDisposable {
  readonly mainPid: number;
  readonly database: PostgresAddress;
}

/** Starts the product, with its data in a directory of the given place, and with more settings where there are any. */
export async function startOwn(
  name: string,
  place: string,
  env: Readonly<Record<string, string>> = {},
): Promise<OwnSystem> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startPostgresServer({ dataDir: join(place, 'server') }));
  const main = stack.use(
    await startMain({
      ONCEOVER_DATABASE_URL: connectionString(postgres.address),
      ONCEOVER_KEYS_DIR: join(place, 'server-keys'),
      // No key opens the shards of copied secrets, so no epoch may end.
      ONCEOVER_SECRETS_EPOCH_MINUTES: '1440',
      ...env,
    }),
  );
  const owned = stack.move();
  return {
    name,
    hostname: '127.0.0.1',
    port: main.port,
    pids: [main.pid, postgres.pid],
    steps: stepNames,
    mainPid: main.pid,
    database: postgres.address,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Starts the bare server that repeats the given answers. */
export async function startBare(samples: SampleAnswers): Promise<System & Disposable> {
  const child = new Child<{ port: number }>('./echo-server.ts');
  const { port } = await child.ask(samples);
  return {
    name: 'bare',
    hostname: '127.0.0.1',
    port,
    pids: [child.pid],
    steps: stepNames,
    [Symbol.dispose]: () => child[Symbol.dispose](),
  };
}

/** A system that somebody else has started. It need not speak GraphQL. */
export async function otherSystem({ url, pid }: NonNullable<BenchOptions['against']>): Promise<System> {
  const query = JSON.stringify({ query: '{ __typename }' });
  const answer = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: query,
  });
  return {
    name: 'other',
    hostname: url.hostname,
    port: Number(url.port || 80),
    pids: pid === null ? [] : [pid],
    steps: answer.ok ? stepNames : stepNames.filter((step) => step !== 'look by GraphQL'),
  };
}
