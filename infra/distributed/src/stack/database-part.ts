import path from 'node:path';
import { withClient } from '@onceover/postgres-kit/app-connection';
import { checkServer } from '@onceover/postgres-kit/check-server';
import { connectionString, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import { addressFrom, ownDatabase } from '@onceover/process/database';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { makePrivateDirectory, replaceDurably } from '@onceover/service-kit/durable-file';
import { databaseUrlFile, givenDatabase, type StackPlace } from './place.ts';
import type { RunningPart } from './run-parts.ts';

/** All processes together, twice while they replace each other. */
const CONNECTIONS = '250';

/** The database, or a database for each service, and the files that say where they are. */
export async function startDatabases(place: StackPlace, say: (line: string) => void): Promise<RunningPart> {
  const given = givenDatabase(place);
  if (given !== undefined) {
    const address = addressFrom(given);
    await checkServer(address);
    await noteAddresses(place, () => address);
    return { where: 'the one of ONCEOVER_DATABASE_URL' };
  }
  const onProgress = (step: string) => {
    if (step === 'lost') say('postgres has stopped unexpectedly; it is started again');
  };
  const dataDir = path.join(place.stateDir, 'postgres');
  const settings = { max_connections: CONNECTIONS };
  const server = await startPostgresServer({ dataDir, database: ownDatabase, settings, onProgress });
  const { address } = server;
  const databases = place.hasDatabasesApart ? await makeDatabases(address) : new Map<LogName, PostgresAddress>();
  await noteAddresses(place, (service) => databases.get(service) ?? address);
  return { where: dataDir, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** A database for each service that has tables, beside the one that is there. */
async function makeDatabases(address: PostgresAddress): Promise<ReadonlyMap<LogName, PostgresAddress>> {
  return await withClient(address, async (client) => {
    const made = new Map<LogName, PostgresAddress>();
    for (const service of logNames) {
      const database = `${ownDatabase}_${service}`;
      const { rows } = await client.query('select from pg_database where datname = $1', [database]);
      if (rows.length === 0) await client.query(`create database ${database}`);
      made.set(service, { ...address, database });
    }
    return made;
  });
}

async function noteAddresses(place: StackPlace, addressOf: (service: LogName) => PostgresAddress): Promise<void> {
  for (const service of logNames) {
    const file = databaseUrlFile(place, service);
    await makePrivateDirectory(path.dirname(file));
    await replaceDurably(file, Buffer.from(`${connectionString(addressOf(service))}\n`), 0o600);
  }
}
