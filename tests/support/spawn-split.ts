import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { keyStoreMain, processMain } from '@onceover/distributed/programs';
import { type ProcessWithSettings, settingsOf } from '@onceover/distributed/settings-of';
import type { KafkaServer } from '@onceover/kafka-server';
import { connectionString, type PostgresAddress } from '@onceover/postgres-server';
import { neighboursOf, type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { freePort } from '@onceover/testing/free-port';
import { startOwnKafka } from '@onceover/testing/kafka';
import { noteProof } from '@onceover/testing/proof';
import { startTestRedis, type TestRedis } from '@onceover/testing/redis';
import type { OwnPart } from './split-backing.ts';
import { temporaryPlace } from './temporary-place.ts';

export interface SplitOptions {
  readonly database: PostgresAddress;
  /** Where people reach the site, `host:port`. Default: the first gateway. */
  readonly site?: string;
  /** How many processes of a service there are. Default: one of each. */
  readonly counts?: Partial<Readonly<Record<ServiceName, number>>>;
  /** Settings; each process is given those that it knows, and a port of its own for metrics if there is any. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the processes of one service alone. */
  readonly envOf?: Partial<Readonly<Record<ServiceName, Readonly<Record<string, string>>>>>;
}

/** What the processes share, started for them. */
export interface SplitBacking {
  readonly redis: TestRedis;
  readonly kafka: KafkaServer;
}

/** One process of a split system. */
export interface SplitProcess {
  readonly name: ServiceName | 'key-store';
  readonly pid: number;
  readonly settings: Readonly<Record<string, string>>;
  /** Everything that it has printed since it was started last. */
  readonly output: string;
  /** Where it answers, of a gateway the site; resolves anew after a restart. */
  up(): Promise<string>;
  /** Sends a signal, and resolves with how it ended. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
  /** Starts it again with the same settings; as another program, if one is named, which it stays. */
  restart(program?: string): Promise<string>;
}

/** The services as processes of their own, all on one database. Secrets has its keys in a key store. */
export interface SplitProcesses extends AsyncDisposable {
  /** Where people reach it: the addresses of the gateways. */
  readonly urls: readonly string[];
  readonly mailDir: string;
  readonly keysDir: string;
  readonly all: readonly SplitProcess[];
  readonly keyStore: SplitProcess;
  of(name: ServiceName): readonly SplitProcess[];
  /** Starts one more process of a service, which the others do not know of; resolves when it is up. */
  add(name: ServiceName): Promise<void>;
}

/** The same with a Kafka and a Redis of their own, which a test may stop. */
export interface SplitSystem extends SplitProcesses {
  readonly backing: SplitBacking;
}

export const METRICS_PORT = 'ONCEOVER_METRICS_PORT';

interface Placed {
  readonly name: ServiceName;
  readonly port: number;
  readonly publicPort: number;
  readonly metricsPort: number;
}

/** Starts them with a Kafka and a Redis of their own. */
export async function spawnSplit(options: SplitOptions): Promise<SplitSystem> {
  await using stack = new AsyncDisposableStack();
  const [redis, kafka] = await Promise.all([startTestRedis(), startOwnKafka({ nodes: 1 })]);
  stack.use(redis);
  stack.use(kafka);
  const place = { redisUrl: redis.url, brokers: kafka.brokers.join(','), prefix: 'onceover' };
  const split = stack.use(await spawnSplitOn(place, options));
  const owned = stack.move();
  return { ...split, backing: { redis, kafka }, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Starts them on free ports with rate limits off and every plan available; resolves when all are up. */
export async function spawnSplitOn(
  backing: Omit<OwnPart, keyof AsyncDisposable>,
  { database, site, counts = {}, env: given = {}, envOf = {} }: SplitOptions,
): Promise<SplitProcesses> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(temporaryPlace());
  const callKeysDir = path.join(place.keysDir, 'calls');
  makeCallKeys(callKeysDir);
  const names = serviceNames.flatMap((name) => Array.from({ length: counts[name] ?? 1 }, () => name));
  const placed = await placesFor(names);
  const mailDir = path.join(place.path, 'mail');
  const shared = { ONCEOVER_CALL_KEYS_DIR: callKeysDir, ...siteOf(placed, site) };
  const own = { place, database, mailDir, backing };
  const living = stack.use(new AsyncDisposableStack());
  const { [METRICS_PORT]: _, ...withoutMetrics } = given;
  const spawnOne = (each: Placed, keys: Readonly<Record<string, string>> = {}) => {
    const settings = { ...shared, ...settingsFor(each, own), ...keys, ...urlsFor(each.name, placed) };
    const env = { ...settings, ...knownTo(each.name, withoutMetrics), ...envOf[each.name], ...metricsOf(each, given) };
    return living.use(new Spawned(each.name, [processMain, each.name], env));
  };
  const storing = startKeyStore(place.keysDir, given, stack);
  const others = placed.filter(({ name }) => name !== 'secrets').map((each) => spawnOne(each));
  const store = await storing;
  const secrets = placed.filter(({ name }) => name === 'secrets').map((each) => spawnOne(each, store.client));
  const processes = [...others, ...secrets];
  await Promise.all(processes.map((each) => each.up()));
  // What a gateway prints is the site, which is one for all of them.
  const gateways = placed.filter(({ name }) => name === 'gateway');
  const urls = gateways.map(({ publicPort }) => `http://127.0.0.1:${publicPort}`);
  const owned = stack.move();
  return {
    urls,
    mailDir,
    keysDir: place.keysDir,
    all: processes,
    keyStore: store.process,
    of: (wanted) => processes.filter(({ name }) => name === wanted),
    async add(name) {
      for (const each of await placesFor([name])) {
        const added = spawnOne(each, name === 'secrets' ? store.client : {});
        await added.up();
        processes.push(added);
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The key store, with certificates made by its own command, and the settings of whoever asks it. */
async function startKeyStore(keysDir: string, given: Readonly<Record<string, string>>, stack: AsyncDisposableStack) {
  const certificates = path.join(keysDir, 'certificates');
  const names = ['--server', '127.0.0.1', '--client', 'secrets'];
  await promisify(execFile)(process.execPath, [keyStoreMain, 'certificates', certificates, ...names]);
  const certificateOf = (side: string) => ({
    ONCEOVER_KEY_STORE_CA: path.join(certificates, 'ca.crt'),
    ONCEOVER_KEY_STORE_CERT: path.join(certificates, `${side}.crt`),
    ONCEOVER_KEY_STORE_KEY: path.join(certificates, `${side}.key`),
  });
  const [port] = await freePorts(1);
  const env = {
    ...certificateOf('server'),
    ONCEOVER_KEY_STORE_DIR: path.join(keysDir, 'key-store'),
    ONCEOVER_KEY_STORE_PORT: String(port),
    ...knownTo('key-store', given),
  };
  const store = stack.use(new Spawned('key-store', [keyStoreMain], env));
  return { process: store, client: { ...certificateOf('secrets'), ONCEOVER_KEY_STORE: await store.up() } };
}

/** A key for each pair of services, as an operator makes them. */
export function makeCallKeys(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const one of serviceNames) {
    for (const other of serviceNames.filter((each) => each > one)) {
      writeFileSync(path.join(directory, `${one}-${other}.key`), randomBytes(32), { mode: 0o400 });
    }
  }
}

async function placesFor(names: readonly ServiceName[]): Promise<readonly Placed[]> {
  const ports = await freePorts(3 * names.length);
  const portOf = (at: number) => ports[at] ?? 0;
  return names.map((name, at) => ({
    name,
    port: portOf(3 * at),
    publicPort: portOf(3 * at + 1),
    metricsPort: portOf(3 * at + 2),
  }));
}

/** Nobody is told which port a process picked, so each is given one. */
function metricsOf({ metricsPort }: Placed, given: Readonly<Record<string, string>>): Record<string, string> {
  if (given[METRICS_PORT] === undefined) return {};
  return { [METRICS_PORT]: String(metricsPort) };
}

/** Every gateway is a way to the same site. */
function siteOf(placed: readonly Placed[], site: string | undefined): Record<string, string> {
  const first = placed.find(({ name }) => name === 'gateway');
  return { ONCEOVER_SITE_HOST: site ?? `127.0.0.1:${first?.publicPort}` };
}

/** A process refuses settings that it does not know. */
function knownTo(name: ProcessWithSettings, env: Readonly<Record<string, string>>): Record<string, string> {
  const settings = settingsOf(name);
  return Object.fromEntries(Object.entries(env).filter(([key]) => settings.has(key)));
}

interface Own {
  readonly place: { readonly keysDir: string };
  readonly database: PostgresAddress;
  readonly mailDir: string;
  readonly backing: Omit<OwnPart, keyof AsyncDisposable>;
}

function settingsFor(
  { name, port, publicPort }: Placed,
  { place, database, mailDir, backing: { redisUrl, brokers, prefix } }: Own,
): Record<string, string> {
  const internal = { ONCEOVER_INTERNAL_PORT: String(port), ONCEOVER_REDIS_URL: redisUrl };
  const keys = name === 'secrets' ? {} : { ONCEOVER_KEYS_DIR: path.join(place.keysDir, name) };
  if (name === 'gateway') {
    return { ...internal, ...keys, ONCEOVER_PORT: String(publicPort), ONCEOVER_RATE_LIMITS: 'off' };
  }
  return {
    ...internal,
    ...keys,
    ONCEOVER_KAFKA_BROKERS: brokers,
    ONCEOVER_KAFKA_PREFIX: prefix,
    ONCEOVER_KAFKA_COPIES: '1',
    ONCEOVER_DATABASE_URL: connectionString(database),
    ...(name === 'notifications' && { ONCEOVER_MAIL_DIR: mailDir }),
    ...(name === 'accounts' && { ONCEOVER_SIGNUP_PLANS: 'basic,identity' }),
    ...(name === 'secrets' && { ONCEOVER_RATE_LIMITS: 'off' }),
  };
}

function urlsFor(name: ServiceName, placed: readonly Placed[]): Record<string, string> {
  const entries = neighboursOf(name).map((neighbour) => {
    const theirs = placed.filter((each) => each.name === neighbour).map(({ port }) => `http://127.0.0.1:${port}`);
    return [`ONCEOVER_${neighbour.toUpperCase()}_URL`, theirs.join(',')];
  });
  return Object.fromEntries(entries);
}

/** So many ports that nobody uses now, for processes of which others are told where they are before they listen. */
export const freePorts = (count: number): Promise<readonly number[]> =>
  Promise.all(Array.from({ length: count }, freePort));

class Spawned implements SplitProcess, AsyncDisposable {
  readonly name: SplitProcess['name'];
  #command: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  #child: ChildProcess;
  #ended: Promise<number | NodeJS.Signals | null> = Promise.resolve(null);
  #up: Promise<string> = Promise.resolve('');
  output = '';

  constructor(name: SplitProcess['name'], command: readonly string[], env: Readonly<Record<string, string>>) {
    this.name = name;
    this.#command = command;
    this.settings = env;
    this.#child = this.#start();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  up(): Promise<string> {
    return this.#up;
  }

  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    this.#child.kill(signal);
    return this.#ended;
  }

  restart(program?: string): Promise<string> {
    if (program !== undefined) this.#command = [program, ...this.#command.slice(1)];
    this.#child = this.#start();
    return this.#up;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
  }

  #start(): ChildProcess {
    const others = Object.entries(process.env).filter(([name]) => !name.startsWith('ONCEOVER_'));
    const env = { ...Object.fromEntries(others), ONCEOVER_LOG_LEVEL: 'warn', ...this.settings };
    // The channel tells it when the tests are gone, however they ended.
    const child = spawn(process.execPath, [...this.#command], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    noteProof({ processes: [[this.name, child.pid ?? 0]] });
    this.output = '';
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const hear = (text: string) => {
      this.output += text;
      const [, url] = /^[\w-]+ is up: (\S+)$/m.exec(this.output) ?? [];
      if (url !== undefined) resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', hear);
    this.#ended = new Promise((ended) => child.once('close', (code, signal) => ended(signal ?? code)));
    void this.#ended.then((how) => reject(new Error(`${this.name} has ended with ${how}:\n${this.output}`)));
    promise.catch(() => undefined);
    this.#up = promise;
    return child;
  }
}
