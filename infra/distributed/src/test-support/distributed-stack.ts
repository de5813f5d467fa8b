import path from 'node:path';
import { freePorts } from '@onceover/kafka-server';
import { connectionString, type PostgresAddress } from '@onceover/postgres-server';
import { neighboursOf, type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { connectService, type ServiceConnection } from '@onceover/service-http/connect-service';
import { createLogger } from '@onceover/service-kit/logging';

import { makeCallKeys, readCallKeys } from '../call-keys.ts';
import { processes } from '../processes.ts';
import type { RunningProcess } from '../service-process.ts';

export type Service = Exclude<ServiceName, 'gateway'>;
const services = serviceNames.filter((name): name is Service => name !== 'gateway');

/** How many processes of a service may run at a time. */
const MOST = 2;

export interface StackPlace {
  readonly database: PostgresAddress;
  readonly directory: string;
  readonly brokers: string;
  readonly redis: string;
}

/** The services as the distributed profile starts them, without a gateway and each of them in this process. */
export interface DistributedStack extends AsyncDisposable {
  /** Stops a service with all its processes, does `meanwhile`, and starts it again. */
  restart(name: Service, meanwhile?: () => Promise<void>): Promise<void>;
  /** Starts a second process of a service, or stops it again. */
  join(name: Service): Promise<void>;
  leave(name: Service): Promise<void>;
  /** Lines to all services that `name` may ask. */
  askAs(name: Service): Promise<readonly ServiceConnection[]>;
}

/** Starts all services with their relays inside. */
export async function startDistributed(place: StackPlace): Promise<DistributedStack> {
  await using stack = new AsyncDisposableStack();
  const callKeysDir = path.join(place.directory, 'calls');
  await makeCallKeys(callKeysDir);
  const addresses = addressesOn(await freePorts(serviceNames.length * MOST));
  const running = new Map<string, RunningProcess>();
  stack.defer(async () => {
    await Promise.all([...running.values()].map((process) => process[Symbol.asyncDispose]()));
  });
  const start = async (name: Service, which: number) => {
    const env = environmentOf(name, which, { ...place, callKeysDir, addresses });
    running.set(`${name} ${which}`, await processes[name](env, createLogger(name)));
  };
  const stop = async (name: Service, which: number) => {
    const process = running.get(`${name} ${which}`);
    running.delete(`${name} ${which}`);
    await process?.[Symbol.asyncDispose]();
  };
  await Promise.all(services.map((name) => start(name, 0)));
  const owned = stack.move();
  return {
    async restart(name, meanwhile = async () => undefined) {
      await Promise.all([stop(name, 0), stop(name, 1)]);
      await meanwhile();
      await start(name, 0);
    },
    join: (name) => (running.has(`${name} 1`) ? Promise.resolve() : start(name, 1)),
    leave: (name) => stop(name, 1),
    askAs: (name) => connectAll(name, callKeysDir, addresses),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Where the processes of a service may listen. */
type Addresses = (name: ServiceName) => readonly URL[];

function addressesOn(ports: readonly number[]): Addresses {
  const firstOf = (name: ServiceName) => serviceNames.indexOf(name) * MOST;
  return (name) => ports.slice(firstOf(name), firstOf(name) + MOST).map((port) => new URL(`http://127.0.0.1:${port}`));
}

const listOf = (urls: readonly URL[]) => urls.map(({ origin }) => origin);

/** Each service has its own keys. */
export const keysDirOf = (directory: string, name: Service): string => path.join(directory, 'keys', name);

interface Places extends StackPlace {
  readonly callKeysDir: string;
  readonly addresses: Addresses;
}

function environmentOf(name: Service, which: number, { database, directory, brokers, redis, ...places }: Places) {
  const { callKeysDir, addresses } = places;
  const neighbours = neighboursOf(name).map((neighbour) => {
    return [`ONCEOVER_${neighbour.toUpperCase()}_URL`, listOf(addresses(neighbour)).join(',')];
  });
  return {
    ONCEOVER_INTERNAL_PORT: addresses(name)[which]?.port,
    ONCEOVER_CALL_KEYS_DIR: callKeysDir,
    ONCEOVER_KEYS_DIR: keysDirOf(directory, name),
    ONCEOVER_KAFKA_BROKERS: brokers,
    ONCEOVER_KAFKA_COPIES: '1',
    ONCEOVER_REDIS_URL: redis,
    ONCEOVER_DATABASE_URL: connectionString(database),
    ONCEOVER_SITE_HOST: addresses('gateway')[0]?.host,
    ...(name === 'notifications' && { ONCEOVER_MAIL_DIR: path.join(directory, 'mail') }),
    ...Object.fromEntries(neighbours),
  };
}

async function connectAll(caller: Service, callKeysDir: string, addresses: Addresses) {
  const keys = await readCallKeys(caller, { callKeysDir, allowOpenKeys: false });
  return neighboursOf(caller).map((name) => {
    const [urls, key] = [listOf(addresses(name)), keys.get(name)?.signing ?? Buffer.alloc(0)];
    return connectService({ caller, name, urls, key, tls: undefined, log: createLogger(caller) });
  });
}
