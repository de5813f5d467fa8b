import { lockDirectory } from '@onceover/server-process';
import {
  countNodes,
  type DataDirectory,
  type NodeDirectory,
  nodeDirectory,
  openDataDirectory,
  readClusterId,
} from './data-directory.ts';
import { KafkaServerError } from './errors.ts';
import { formatNodes } from './format-nodes.ts';
import { freePorts } from './free-ports.ts';
import { ensureKafkaJars, type KafkaVersion } from './jars.ts';
import { findJava } from './java.ts';
import { javaOptionsFor } from './java-options.ts';
import { type KafkaNode, kafkaNode } from './kafka-node.ts';
import type { KafkaProgram } from './kafka-program.ts';
import { clearLeftoverBroker } from './leftover-broker.ts';
import { type NodePorts, writeNodeSettings } from './node-settings.ts';

/** How often other ports are tried if somebody was faster. */
const MOST_TRIES = 5;

export type KafkaProgress = 'fetching' | 'formatting' | 'stopping-leftover' | 'starting' | 'lost';

export interface KafkaServerOptions {
  /** Holds what the nodes keep, their logs and the lock; created if absent. */
  readonly dataDir: string;
  /** Default: the newest. */
  readonly version?: KafkaVersion;
  /** Three can lose one; the number stays what it was when the data directory was new. Default: 1. */
  readonly nodes?: 1 | 3;
  /** A port for each node, on loopback. Default: free ones. */
  readonly ports?: readonly number[];
  /** Server settings on top of, or instead of, those of `node-settings.ts`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** It lives for minutes: it starts with less work, and is slower in the long run. */
  readonly isBrief?: boolean;
  /** Called at steps that take time; with `lost` each time a node ended although nobody asked it to. */
  readonly onProgress?: (step: KafkaProgress) => void;
  /** Ends a start that is not finished: what runs is stopped. */
  readonly signal?: AbortSignal;
}

export interface KafkaServer extends AsyncDisposable {
  /** The addresses of all nodes, `host:port`. */
  readonly brokers: readonly string[];
  readonly nodes: readonly KafkaNode[];
  readonly clusterId: string;
  /** True if this start created the cluster. */
  readonly isNew: boolean;
}

/**
 * Starts Kafka's brokers on their own data directory; they run until the server is disposed or this program ends.
 *
 * Shape    KRaft, every node broker and controller, unencrypted on loopback; a node that ends stays ended until it is started
 * Units    two idle cores: one node 4 s for the first start, 3 s later; three nodes 12 s and 7 s; 350 MB of memory each
 * Refuses  `KafkaServerError`, with a message for the person who started the program
 */
export async function startKafkaServer(options: KafkaServerOptions): Promise<KafkaServer> {
  const { onProgress = () => {}, signal, version = '4.3.1', nodes: count = 1 } = options;
  const java = await findJava();
  const jars = await ensureKafkaJars(version, { onProgress, ...(signal === undefined ? {} : { signal }) });
  const javaOptions = javaOptionsFor(jars, options.isBrief ?? false);
  const directory = openDataDirectory(options.dataDir);
  await using undo = new AsyncDisposableStack();
  undo.defer(lockDirectory(directory.lockFile, (...about) => new KafkaServerError(...about)));

  const isNew = countNodes(directory) === 0;
  const programOn = (ports: readonly NodePorts[]): KafkaProgram => {
    return { java, jars, javaOptions, cluster: { version, ports, settings: options.settings ?? {} } };
  };
  if (isNew) {
    onProgress('formatting');
    await formatNodes(directory, programOn(await choosePorts(count, options.ports)), signal);
  }
  refuseOtherCount(directory, count);
  const clusterId = readClusterId(directory);
  for (const node of nodesOf(directory, count)) {
    if (await clearLeftoverBroker(node)) onProgress('stopping-leftover');
  }
  onProgress('starting');
  const nodes = await startOnFreePorts(count, options, async (ports) => {
    return startNodes(programOn(ports), nodesOf(directory, count), options);
  });
  undo.defer(() => stopAll(nodes));
  const owned = undo.move();
  return {
    brokers: nodes.map(({ address }) => address),
    nodes,
    clusterId,
    isNew,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Voters are counted from the start; a new one would have to be let in by the others. */
function refuseOtherCount(directory: DataDirectory, count: number): void {
  const there = countNodes(directory);
  if (there === count) return;
  throw new KafkaServerError(
    'data-directory-nodes',
    `The data directory ${directory.root} holds a cluster of ${there === 1 ? 'one node' : `${there} nodes`}, ` +
      `and ${count} were asked for. Ask for ${there}, or choose another directory.`,
  );
}

function nodesOf({ nodes }: DataDirectory, count: number): NodeDirectory[] {
  return Array.from({ length: count }, (_, at) => nodeDirectory(nodes, at + 1));
}

/** Between the choice of a port and its use another program may take it. Then others are tried, unless they were asked for. */
async function startOnFreePorts<Started>(
  count: number,
  { ports }: KafkaServerOptions,
  start: (ports: readonly NodePorts[]) => Promise<Started>,
): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await choosePorts(count, ports));
    } catch (error) {
      const isTaken = error instanceof KafkaServerError && error.problem === 'port-taken';
      if (!isTaken || ports !== undefined || tries === MOST_TRIES) throw error;
    }
  }
}

/** Controllers are known to each other alone, so theirs are always free ones. */
async function choosePorts(count: number, asked: readonly number[] | undefined): Promise<NodePorts[]> {
  if (asked !== undefined && asked.length !== count) {
    throw new RangeError(`${count} ports are needed, one for each node, and ${asked.length} were given`);
  }
  const free = await freePorts(2 * count);
  return Array.from({ length: count }, (_, at) => ({
    broker: asked?.[at] ?? (free[at] as number),
    controller: free[count + at] as number,
  }));
}

/** All at once, because none serves before most of them vote. */
async function startNodes(
  program: KafkaProgram,
  directories: readonly NodeDirectory[],
  { onProgress = () => {}, signal }: KafkaServerOptions,
): Promise<readonly KafkaNode[]> {
  const nodes = directories.map((directory, at) => {
    writeNodeSettings(directory, program.cluster);
    const address = `127.0.0.1:${program.cluster.ports[at]?.broker}`;
    return kafkaNode(program, directory, address, () => onProgress('lost'));
  });
  const failing = new AbortController();
  const either = AbortSignal.any([failing.signal, ...(signal === undefined ? [] : [signal])]);
  const starts = nodes.map(async (node) => {
    try {
      await node.start(either);
    } catch (error) {
      failing.abort(error);
      throw error;
    }
  });
  const outcomes = await Promise.allSettled(starts);
  if (outcomes.every(({ status }) => status === 'fulfilled')) return nodes;
  await Promise.all(nodes.map((node) => node.kill()));
  throw either.reason;
}

/** A node hands over to the others before it ends, which the last ones cannot. */
async function stopAll(nodes: readonly KafkaNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.stop()));
}
