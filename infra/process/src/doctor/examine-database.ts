import { withClient } from '@onceover/postgres-kit/app-connection';
import { checkServer } from '@onceover/postgres-kit/check-server';
import type { PostgresAddress } from '@onceover/postgres-server';
import { ConfigError } from '@onceover/service-kit/config';
import { type Found, ok, wrong } from './finding.ts';

export interface DatabaseFacts {
  readonly version: string;
  /** How far its clock is ahead of ours, in seconds. */
  readonly clockAhead: number;
}

const CONNECT_MS = 4_000;

export async function askDatabase(address: PostgresAddress): Promise<DatabaseFacts> {
  return await withClient({ ...address, connectionTimeoutMillis: CONNECT_MS }, async (client) => {
    const asked = Date.now();
    const { rows } = await client.query<{ version: string; now: Date }>(
      `select current_setting('server_version') as version, clock_timestamp() as now`,
    );
    const [row] = rows;
    // It looked at its clock somewhere between the question and the answer.
    const middle = (asked + Date.now()) / 2;
    return { version: row?.version ?? 'unknown', clockAhead: ((row?.now.getTime() ?? middle) - middle) / 1000 };
  });
}

/** Whether the services can work there. */
export async function examineDatabases(
  databases: readonly PostgresAddress[],
  isOurs: boolean,
): Promise<readonly Found[]> {
  try {
    const found = await Promise.all(
      databases.map(async (address) => {
        // The one we start ourselves is as it has to be.
        if (!isOurs) await checkServer({ ...address, connectionTimeoutMillis: CONNECT_MS } as PostgresAddress);
        return await askDatabase(address);
      }),
    );
    const versions = [...new Set(found.map(({ version }) => version.split(' ')[0]))].join(', ');
    return [ok(`PostgreSQL ${versions}${isOurs ? ', its own' : ' answers, with the rights that are needed'}`)];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) =>
      wrong(sentenceOf(problem), 'ONCEOVER_DATABASE_URL', 'With a PostgreSQL of your own'),
    );
  }
}

const sentenceOf = (problem: string) => problem.replace(/^ONCEOVER_DATABASE_URL: /, '');
