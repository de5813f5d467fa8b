import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isGoneWithin, isRunning } from '@onceover/server-process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  askBroker,
  canRunKafka,
  type KafkaProgress,
  type KafkaServer,
  type KafkaServerOptions,
  kafkaVersions,
  startKafkaServer as startAnyServer,
} from './index.ts';

let place: string;
let dataDir: string;
const children: ChildProcess[] = [];

const canRun = await canRunKafka();

const startKafkaServer = (options: KafkaServerOptions) => startAnyServer({ isBrief: true, ...options });

beforeEach((test) => {
  test.skip(!canRun && !process.env.CI, 'Brokers of its own take Java and Maven.');
  // Blanks, commas and percent signs mean something in a list of directories, in Java's settings or in a URL.
  place = mkdtempSync(path.join(tmpdir(), 'kafka, 100% own '));
  dataDir = path.join(place, 'data');
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
  }
  // Those of a killed program end by themselves.
  await isGoneWithin(20_000, () => brokersIn(dataDir).length === 0);
  rmSync(place, { recursive: true, force: true });
});

function brokersIn(directory: string): number[] {
  return [1, 2, 3].map((id) => pidOf(directory, id)).filter((pid) => pid !== undefined && isRunning(pid)) as number[];
}

function pidOf(directory: string, id: number): number | undefined {
  const file = path.join(directory, 'nodes', String(id), 'broker.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
}

const serving = async (address: string) => (await askBroker(address)).brokers.map((broker) => broker.address).sort();

/** A separate program that starts a broker and then waits to be killed; resolves when its broker serves. */
async function programHolding(directory: string): Promise<{ pid: number; address: string; kill(): Promise<void> }> {
  const code = `
    import { startKafkaServer } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const server = await startKafkaServer({ dataDir: ${JSON.stringify(directory)} });
    console.log(server.brokers[0]);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    address: String(line).trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

describe('a first and a later start', () => {
  test.each(kafkaVersions)('a broker of Kafka %s serves, and is the same cluster after a restart', async (version) => {
    let clusterId: string;
    {
      await using server = await startKafkaServer({ dataDir, version, isBrief: false });
      expect(server).toMatchObject({ isNew: true, brokers: [server.nodes[0]?.address] });
      expect(await serving(server.brokers[0] ?? '')).toEqual(server.brokers);
      ({ clusterId } = server);
      expect(clusterId).toMatch(/^[\w-]{22}$/);
    }
    expect(brokersIn(dataDir)).toEqual([]);
    await using again = await startKafkaServer({ dataDir, version });
    expect(again).toMatchObject({ isNew: false, clusterId });
    expect(await serving(again.brokers[0] ?? '')).toEqual(again.brokers);
  });

  test('a node is stopped, killed and started again on the same port', async () => {
    const steps: KafkaProgress[] = [];
    await using server = await startKafkaServer({ dataDir, onProgress: (step) => steps.push(step) });
    const [node] = server.nodes as [KafkaServer['nodes'][number]];
    for (const end of ['stop', 'kill'] as const) {
      const { pid = 0 } = node;
      expect(isRunning(pid)).toBe(true);
      await node[end]();
      expect(isRunning(pid)).toBe(false);
      expect(node.pid).toBeUndefined();
      await expect(askBroker(node.address)).rejects.toThrow('ECONNREFUSED');
      await node.start();
      expect(node.pid).not.toBe(pid);
      expect(await serving(node.address)).toEqual([node.address]);
    }
    expect(steps).not.toContain('lost');
  });

  test('a node that ends although nobody asked it to is told, and can be started again', async () => {
    const steps: KafkaProgress[] = [];
    await using server = await startKafkaServer({ dataDir, onProgress: (step) => steps.push(step) });
    const [node] = server.nodes as [KafkaServer['nodes'][number]];
    process.kill(node.pid ?? 0, 'SIGKILL');
    await expect.poll(() => steps).toContain('lost');
    expect(node.pid).toBeUndefined();
    await node.start();
    expect(await serving(node.address)).toEqual([node.address]);
  });

  test('what a first start left when it was killed is formatted again', async () => {
    mkdirSync(path.join(dataDir, 'nodes.unfinished', '1', 'data'), { recursive: true });
    await using server = await startKafkaServer({ dataDir });
    expect(server.isNew).toBe(true);
    expect(existsSync(path.join(dataDir, 'nodes.unfinished'))).toBe(false);
  });

  test('chosen ports and settings are used', async () => {
    const port = await freePort();
    await using server = await startKafkaServer({ dataDir, ports: [port], settings: { 'num.io.threads': '3' } });
    expect(server.brokers).toEqual([`127.0.0.1:${port}`]);
    expect(readFileSync(path.join(dataDir, 'nodes', '1', 'server.log'), 'utf8')).toMatch(/num\.io\.threads = 3$/m);
  });

  test('if another program takes a free port before the broker does, others are tried', async () => {
    const settingsFile = path.join(dataDir, 'nodes', '1', 'server.properties');
    const portOf = () =>
      Number(/^listeners=PLAINTEXT:\/\/127\.0\.0\.1:(\d+)/m.exec(readFileSync(settingsFile, 'utf8'))?.[1]);
    let taken: number | undefined;
    const holder = createServer();
    await using server = await startKafkaServer({
      dataDir,
      onProgress: (step) => {
        if (step !== 'starting') return;
        const formattedWith = portOf();
        const watching = setInterval(() => {
          if (portOf() === formattedWith) return;
          clearInterval(watching);
          taken = portOf();
          holder.listen(taken, '127.0.0.1');
        }, 1);
      },
    });
    expect(taken).toBeGreaterThan(0);
    expect(server.brokers).not.toEqual([`127.0.0.1:${taken}`]);
    expect(await serving(server.brokers[0] ?? '')).toEqual(server.brokers);
    holder.close();
  });

  test('a start that is given up leaves no broker behind', async () => {
    const giveUp = new AbortController();
    const starting = startKafkaServer({
      dataDir,
      signal: giveUp.signal,
      onProgress: (step) => {
        if (step === 'starting') setTimeout(() => giveUp.abort(new Error('given up')), 500);
      },
    });
    await expect(starting).rejects.toThrow('given up');
    expect(pidOf(dataDir, 1)).toBeGreaterThan(0);
    expect(brokersIn(dataDir)).toEqual([]);
    await using server = await startKafkaServer({ dataDir });
    expect(server.isNew).toBe(false);
  });
});

describe('three nodes', () => {
  test('one of three may be lost: the others serve, and take it back', async () => {
    await using server = await startKafkaServer({ dataDir, nodes: 3 });
    const [first, second, third] = server.nodes as [KafkaServer['nodes'][number], ...KafkaServer['nodes']];
    const all = [...server.brokers].sort();
    for (const address of all) await expect.poll(() => serving(address)).toEqual(all);
    await first.kill();
    const rest = all.filter((address) => address !== first.address);
    for (const node of [second, third]) {
      await expect.poll(() => serving(node?.address ?? ''), { timeout: 30_000 }).toEqual(rest);
    }
    await first.start();
    for (const address of all) await expect.poll(() => serving(address), { timeout: 30_000 }).toEqual(all);
  });
});

describe('after a kill', () => {
  test('the broker of a killed program ends by itself', async () => {
    const program = await programHolding(dataDir);
    const pid = pidOf(dataDir, 1) ?? 0;
    expect(isRunning(pid)).toBe(true);
    await program.kill();
    expect(await isGoneWithin(20_000, () => !isRunning(pid))).toBe(true);
  });

  test('if it cannot, the next start stops it first', async () => {
    const program = await programHolding(dataDir);
    const left = pidOf(dataDir, 1) ?? 0;
    for (const watcher of childrenOf(left)) process.kill(watcher, 'SIGKILL');
    await program.kill();
    await sleep(1_000);
    expect(isRunning(left)).toBe(true);
    const steps: KafkaProgress[] = [];
    await using server = await startKafkaServer({ dataDir, onProgress: (step) => steps.push(step) });
    expect(steps).toContain('stopping-leftover');
    expect(isRunning(left)).toBe(false);
    expect(await serving(server.brokers[0] ?? '')).toEqual(server.brokers);
  });

  test('a pid file that names an unrelated process is ignored, and that process is left alone', async () => {
    await (await startKafkaServer({ dataDir }))[Symbol.asyncDispose]();
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(stranger);
    writeFileSync(path.join(dataDir, 'nodes', '1', 'broker.pid'), `${stranger.pid}\n`);
    const steps: KafkaProgress[] = [];
    await using server = await startKafkaServer({ dataDir, onProgress: (step) => steps.push(step) });
    expect(steps).not.toContain('stopping-leftover');
    expect(server.nodes[0]?.pid).not.toBe(stranger.pid);
    expect(isRunning(stranger.pid ?? 0)).toBe(true);
  });
});

describe('refusals', () => {
  test('a second start while one is running names the process that holds the directory', async () => {
    const program = await programHolding(dataDir);
    await expect(startKafkaServer({ dataDir })).rejects.toMatchObject({
      problem: 'already-running',
      message: expect.stringContaining(`process ${program.pid}`),
    });
    expect(await serving(program.address)).toEqual([program.address]);
  });

  test('a cluster keeps its number of nodes', async () => {
    await (await startKafkaServer({ dataDir }))[Symbol.asyncDispose]();
    await expect(startKafkaServer({ dataDir, nodes: 3 })).rejects.toMatchObject({
      problem: 'data-directory-nodes',
      message: expect.stringContaining('one node, and 3 were asked for'),
    });
  });

  test('a node that lost the name of its cluster is called broken', async () => {
    await (await startKafkaServer({ dataDir }))[Symbol.asyncDispose]();
    rmSync(path.join(dataDir, 'nodes', '1', 'data', 'meta.properties'));
    await expect(startKafkaServer({ dataDir })).rejects.toMatchObject({ problem: 'data-directory-broken' });
    expect(existsSync(path.join(dataDir, 'owner.lock'))).toBe(false);
  });

  test('a data directory that is a file cannot be written to', async () => {
    writeFileSync(dataDir, '');
    await expect(startKafkaServer({ dataDir })).rejects.toMatchObject({ problem: 'data-directory-not-writable' });
  });

  test('a port that was asked for and is taken is named', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    await expect(startKafkaServer({ dataDir, ports: [port] })).rejects.toMatchObject({
      problem: 'port-taken',
      message: expect.stringContaining(`127.0.0.1:${port}`),
    });
    holder.close();
  });

  test('a broker that cannot format or start says why', async () => {
    const settings = { 'num.io.threads': 'plenty' };
    await expect(startKafkaServer({ dataDir, settings })).rejects.toMatchObject({
      problem: 'start-failed',
      message: expect.stringContaining('num.io.threads'),
    });
    await (await startKafkaServer({ dataDir }))[Symbol.asyncDispose]();
    await expect(startKafkaServer({ dataDir, settings })).rejects.toMatchObject({
      problem: 'start-failed',
      message: expect.stringContaining('num.io.threads'),
    });
    expect(existsSync(path.join(dataDir, 'owner.lock'))).toBe(false);
  });

  test('a broker that crashes while it starts says why, at once', async () => {
    await (await startKafkaServer({ dataDir }))[Symbol.asyncDispose]();
    const meta = path.join(dataDir, 'nodes', '1', 'data', 'meta.properties');
    writeFileSync(meta, readFileSync(meta, 'utf8').replace(/^node\.id=1$/m, 'node.id=7'));
    await expect(startKafkaServer({ dataDir })).rejects.toMatchObject({
      problem: 'start-failed',
      message: expect.stringMatching(/node.?id/i),
    });
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
