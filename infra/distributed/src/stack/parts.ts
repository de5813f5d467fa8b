import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startKafkaServer } from '@onceover/kafka-server';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { makePrivateDirectory } from '@onceover/service-kit/durable-file';
import { makeCallKeys } from '../call-keys.ts';
import type { ProcessWithSettings } from '../settings-of.ts';
import { startDatabases } from './database-part.ts';
import { writeEnvironment } from './environment.ts';
import { keepRunning } from './keep-running.ts';
import { makeCertificates } from './key-store-part.ts';
import {
  certificatesDir,
  environmentFile,
  isKeyStoreGiven,
  isRedisGiven,
  kafkaPortOf,
  redisPortOf,
  type StackPlace,
} from './place.ts';
import { keyStoreMain } from './programs.ts';
import { runChild } from './run-child.ts';
import type { Part, RunningPart } from './run-parts.ts';

const redisMain = fileURLToPath(new URL('./redis-main.ts', import.meta.url));

/** The parts of the stack on this machine, in the order in which they are stopped from the end. */
export function partsOf(place: StackPlace, say: (line: string) => void): readonly Part[] {
  const stores = isKeyStoreGiven(place) ? [] : [keyStorePart(place, say)];
  return [
    { name: 'keys', needs: [], start: () => makeKeys(place) },
    ...stores,
    { name: 'postgres', needs: [], start: () => startDatabases(place, say) },
    { name: 'kafka', needs: [], start: () => startBrokers(place, say) },
    { name: 'redis', needs: [], start: () => startRedis(place, say) },
    ...(place.hasServices ? servicesOf(place, stores, say) : [settingsPart(place)]),
  ];
}

function servicesOf(place: StackPlace, stores: readonly Part[], say: (line: string) => void): readonly Part[] {
  const process = (name: ProcessWithSettings, needs: readonly string[]): Part => {
    return { name, needs, start: async () => runChild({ name, say, env: await writeEnvironment(name, place) }) };
  };
  const backing = ['keys', 'postgres', 'kafka', 'redis'];
  const storing = stores.map((store) => store.name);
  return [
    ...serviceNames
      .filter((name) => name !== 'gateway')
      .map((name) => process(name, [...backing, ...(name === 'secrets' ? storing : [])])),
    process('partner-egress', ['notifications']),
    process('gateway', ['accounts', 'secrets', 'notifications', 'audit']),
  ];
}

/** What a command takes with `--env`, where no service is started that would write its own. */
function settingsPart(place: StackPlace): Part {
  return {
    name: 'settings',
    needs: [],
    async start() {
      for (const name of serviceNames) await writeEnvironment(name, place);
      return { where: path.dirname(environmentFile(place, 'gateway')) };
    },
  };
}

async function makeKeys(place: StackPlace): Promise<RunningPart> {
  const { keysDir } = place;
  await makePrivateDirectory(keysDir);
  await makeCallKeys(path.join(keysDir, 'calls'));
  if (!isKeyStoreGiven(place)) await makeCertificates(certificatesDir(place));
  return { where: keysDir };
}

function keyStorePart(place: StackPlace, say: (line: string) => void): Part {
  const name = 'key-store';
  const start = async () => runChild({ name, say, env: await writeEnvironment(name, place), command: [keyStoreMain] });
  return { name, needs: ['keys'], start };
}

async function startBrokers(place: StackPlace, say: (line: string) => void): Promise<RunningPart> {
  const given = place.env.ONCEOVER_KAFKA_BROKERS;
  if (given) return { where: given };
  const dataDir = path.join(place.stateDir, 'kafka');
  const server = await startKafkaServer({
    dataDir,
    ports: [kafkaPortOf(place)],
    onProgress(step) {
      if (step === 'fetching') say('kafka is fetched, which takes a minute the first time');
      if (step === 'lost') kept.hasEnded(`see ${path.join(dataDir, 'nodes', '1', 'server.log')}`);
    },
  });
  const kept = keepRunning({
    name: 'kafka',
    say,
    async start() {
      await Promise.all(server.nodes.map((node) => node.start())).catch(hasFailed);
      return server.brokers.join();
    },
  });

  function hasFailed(error: Error): never {
    kept.hasEnded(error.message);
    throw error;
  }

  return {
    where: server.brokers.join(),
    async [Symbol.asyncDispose]() {
      kept[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function startRedis(place: StackPlace, say: (line: string) => void): Promise<RunningPart> {
  if (isRedisGiven(place)) return { where: 'the one of ONCEOVER_REDIS_URL' };
  return runChild({ name: 'redis', say, env: {}, command: [redisMain, String(redisPortOf(place))] });
}
