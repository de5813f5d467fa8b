import path from 'node:path';
import { checkServer } from '@onceover/postgres-kit/check-server';
import { connectionString, type PostgresAddress, startPostgresServer } from '@onceover/postgres-server';
import { addressFrom } from '@onceover/process/database';
import type { ServiceName } from '@onceover/schema/internal/catalog';
import { makePrivateDirectory, replaceDurably } from '@onceover/service-kit/durable-file';
import { makeCallKeys } from '../call-keys.ts';
import { writeEnvironment } from './environment.ts';
import { databaseUrlFile, givenDatabase, type StackPlace } from './place.ts';
import { runChild } from './run-child.ts';
import type { Part, RunningPart } from './run-parts.ts';

/** All processes together, twice while they replace each other. */
const CONNECTIONS = '250';
const databaseName = 'onceover';

/** The parts of the stack on this machine, in the order in which they are stopped from the end. */
export function partsOf(place: StackPlace, say: (line: string) => void): readonly Part[] {
  const service = (name: ServiceName, needs: readonly string[]): Part => {
    return { name, needs, start: async () => runChild({ name, say, env: await writeEnvironment(name, place) }) };
  };
  return [
    { name: 'keys', needs: [], start: () => makeKeys(place) },
    { name: 'postgres', needs: [], start: () => startDatabase(place, say) },
    // They wait for each other's logs, so they are started at once.
    service('accounts', ['keys', 'postgres']),
    service('secrets', ['keys', 'postgres']),
    service('notifications', ['keys', 'postgres']),
    service('audit', ['keys', 'postgres']),
    service('gateway', ['accounts', 'secrets', 'notifications', 'audit']),
  ];
}

async function makeKeys({ keysDir }: StackPlace): Promise<RunningPart> {
  await makePrivateDirectory(keysDir);
  await makeCallKeys(path.join(keysDir, 'calls'));
  return { where: keysDir };
}

async function startDatabase(place: StackPlace, say: (line: string) => void): Promise<RunningPart> {
  await makePrivateDirectory(path.dirname(databaseUrlFile(place)));
  const given = givenDatabase(place);
  if (given !== undefined) {
    const address = addressFrom(given);
    await checkServer(address);
    await noteAddress(place, address);
    return { where: 'the one of ONCEOVER_DATABASE_URL' };
  }
  const onProgress = (step: string) => {
    if (step === 'lost') say('postgres has stopped unexpectedly; it is started again');
  };
  const dataDir = path.join(place.stateDir, 'postgres');
  const settings = { max_connections: CONNECTIONS };
  const server = await startPostgresServer({ dataDir, database: databaseName, settings, onProgress });
  await noteAddress(place, server.address);
  return { where: dataDir, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function noteAddress(place: StackPlace, address: PostgresAddress): Promise<void> {
  await replaceDurably(databaseUrlFile(place), Buffer.from(`${connectionString(address)}\n`), 0o600);
}
