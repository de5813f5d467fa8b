import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAccounts } from '@onceover/accounts';
import { startGateway } from '@onceover/gateway';
import type { RunningService } from '@onceover/graphql-kit/subgraph';
import {
  type PostgresAddress,
  type PostgresServer,
  parseConnectionString,
  startPostgresServer,
} from '@onceover/postgres-server';
import { startSecrets } from '@onceover/secrets';
import { ConfigError } from '@onceover/service-kit/config';
import { allReady } from '@onceover/service-kit/lifecycle';
import type { EmbeddedConfig } from './config.ts';
import { log } from './logger.ts';
import { productVersion } from './product-version.ts';

const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** What a caller, such as a test, brings along instead of what the configuration says. */
export interface Overrides {
  /** A database that is already there; no PostgreSQL is started then. */
  readonly database?: PostgresAddress;
}

/** The whole product in this process; disposing it stops everything in reverse order. */
export interface RunningSystem extends AsyncDisposable {
  /** Where people reach it, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly database: PostgresAddress;
  /** Process id of the embedded PostgreSQL; undefined where the database was brought along. */
  readonly postgresPid: number | undefined;
  /** True when this start made the data. */
  readonly isNew: boolean;
  /** Resolves when every consumer has caught up with its log. */
  drain(): Promise<void>;
}

/**
 * Starts database, services and gateway in one process. The only place that joins services: how many processes there
 * are is a decision of deployment, and no service can tell where it runs.
 *
 * Throws what `startProblem` can explain; whatever was started by then is stopped again.
 */
export async function startEmbedded(config: EmbeddedConfig, given: Overrides = {}): Promise<RunningSystem> {
  await using stack = new AsyncDisposableStack();
  const dataDir = path.resolve(config.embedded.dataDir);
  const { database, server } = await openDatabase(config, given, dataDir);
  if (server !== undefined) stack.use(server);

  const accounts = stack.use(await startAccounts(config.accounts));
  const secrets = stack.use(await startSecrets(config.secrets, { database, dataDir }));
  const services: readonly RunningService[] = [accounts, secrets];
  const gateway = stack.use(
    await startGateway(config.gateway, {
      subgraphs: services.map((service) => service.subgraph),
      webDist,
      readiness: async () => allReady(await Promise.all(services.map((service) => service.ready()))),
      version: productVersion(),
    }),
  );

  const owned = stack.move();
  return {
    url: gateway.url,
    database,
    get postgresPid() {
      return server?.pid;
    },
    isNew: server?.isNew ?? false,
    drain: async () => void (await Promise.all(services.map((service) => service.drain()))),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function openDatabase(
  config: EmbeddedConfig,
  given: Overrides,
  dataDir: string,
): Promise<{ database: PostgresAddress; server?: PostgresServer }> {
  if (given.database !== undefined) return { database: given.database };
  if (config.embedded.databaseUrl !== '') return { database: addressFrom(config.embedded.databaseUrl) };
  const server = await startPostgresServer({
    dataDir: path.join(dataDir, 'postgres'),
    database: 'onceover',
    onProgress: (step) => {
      if (step === 'lost') log.error('the database went away and is started again');
      else log.debug({ step }, 'database step');
    },
  });
  return { database: server.address, server };
}

function addressFrom(url: string): PostgresAddress {
  try {
    return parseConnectionString(url);
  } catch (error) {
    throw new ConfigError([`ONCEOVER_DATABASE_URL: ${error instanceof RangeError ? error.message : 'not an address'}`]);
  }
}
