import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** A Redis server of its own on loopback that keeps nothing on disk; disposing it stops it. */
export interface TestRedis extends AsyncDisposable {
  readonly port: number;
  /** Like `redis://127.0.0.1:6379`. */
  readonly url: string;
  /** Of the process as it runs now; undefined while it does not. */
  readonly pid: number | undefined;
  /** Stops the process where it is: connections stay open, and nothing is answered until it goes on. */
  pause(): void;
  goOn(): void;
  /** Kills it; what it held is lost. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  startAgain(): Promise<void>;
  /** The answer to one command, such as `DBSIZE`, as Redis writes it. Throws for an error. */
  ask(command: string): Promise<string>;
  /** Runs many commands, each a list of words, in the order given. Throws for the first error. */
  fill(commands: Iterable<RedisCommand>): Promise<void>;
}

/** Words as texts or bytes, such as `['HSET', 'key', 'field', bytes]`. */
export type RedisCommand = readonly (string | Buffer)[];

/** Lines of `redis.conf` beside those that every test needs. */
export type RedisLines = readonly string[];

/** Starts a server. Throws a sentence that says what to install where there is none. */
export async function startTestRedis(lines: RedisLines = []): Promise<TestRedis> {
  const program = redisProgram();
  const directory = mkdtempSync(path.join(tmpdir(), 'onceover-test-redis-'));
  let server: ChildProcess | undefined;
  let port = 0;
  const kill = async () => {
    const running = server;
    server = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  const start = async () => {
    server = spawn(program, ['-'], { cwd: directory, stdio: ['pipe', 'ignore', 'ignore'] });
    server.stdin?.end([...usual(port, directory), ...lines].join('\n'));
    const started = server;
    await eventually(async () => {
      if (started.exitCode !== null) throw new Error(`redis-server ended with code ${started.exitCode}`);
      // With a password of its own it is ready to ask for it.
      if (!/^(\+PONG|-NOAUTH)/.test(await askRedis(port, 'PING'))) throw new Error('redis-server is not ready');
    });
  };
  // Between finding a free port and listening on it, another program may take it.
  for (let attempt = 1; server === undefined; attempt += 1) {
    port = await freePort();
    await start().catch(async (error: unknown) => {
      await kill();
      if (attempt < 5) return;
      rmSync(directory, { recursive: true, force: true });
      throw error;
    });
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return server?.pid;
    },
    pause: () => void server?.kill('SIGSTOP'),
    goOn: () => void server?.kill('SIGCONT'),
    kill,
    startAgain: start,
    ask: (command) => answerOf(port, command),
    fill: (commands) => fillRedis(port, commands),
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export interface TestRedisCluster extends AsyncDisposable {
  /** The addresses of all nodes, between commas. */
  readonly url: string;
  readonly nodes: readonly TestRedis[];
}

const SLOTS = 16_384;

/** Starts a cluster of three nodes without replicas. */
export async function startTestRedisCluster(lines: RedisLines = []): Promise<TestRedisCluster> {
  await using stack = new AsyncDisposableStack();
  const nodes: TestRedis[] = [];
  for (let each = 0; each < 3; each += 1) {
    const busPort = await freePort();
    const ofCluster = ['cluster-enabled yes', `cluster-port ${busPort}`, 'cluster-node-timeout 2000', ...lines];
    const node = stack.use(await startTestRedis(ofCluster));
    await node.ask(`CLUSTER ADDSLOTSRANGE ${startOf(each)} ${startOf(each + 1) - 1}`);
    await node.ask(`CLUSTER SET-CONFIG-EPOCH ${each + 1}`);
    const [first] = nodes;
    if (first !== undefined) await first.ask(`CLUSTER MEET 127.0.0.1 ${node.port} ${busPort}`);
    nodes.push(node);
  }
  await eventually(() => Promise.all(nodes.map(isJoined)), { withinMs: 30_000 });
  const owned = stack.move();
  return { url: nodes.map(({ url }) => url).join(','), nodes, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const startOf = (part: number) => Math.round((part * SLOTS) / 3);

async function isJoined(node: TestRedis): Promise<void> {
  const info = await node.ask('CLUSTER INFO');
  if (!info.includes('cluster_state:ok') || !info.includes('cluster_known_nodes:3')) throw new Error(info);
}

function usual(port: number, directory: string): string[] {
  return ['bind 127.0.0.1', `port ${port}`, `dir ${directory}`, 'save ""', 'appendonly no'];
}

/** `REDIS_SERVER` names the program; otherwise it is on the path. */
function redisProgram(): string {
  const given = process.env.REDIS_SERVER ?? '';
  const directories = (process.env.PATH ?? '').split(path.delimiter);
  const places = given === '' ? directories.map((directory) => path.join(directory, 'redis-server')) : [given];
  const found = places.find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new Error(
    `There is no redis-server ${given === '' ? 'on the path' : `at ${given}`}. Install Redis 7 or newer (on Debian: apt-get install redis-server), or name the program in REDIS_SERVER.`,
  );
}

async function answerOf(port: number, command: string): Promise<string> {
  const answer = await askRedis(port, command);
  if (answer.startsWith('-')) throw new Error(`${command}: ${answer.trim()}`);
  return answer;
}

/** Sends one command the way people type it, and resolves with the first piece of the answer. */
async function askRedis(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write(`${command}\r\n`);
    const [answer] = await once(socket, 'data');
    return String(answer);
  } finally {
    socket.destroy();
  }
}

/** Of commands whose answers are one line each. */
async function fillRedis(port: number, commands: Iterable<RedisCommand>): Promise<void> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let rest = '';
  socket.once('error', reject).on('data', (more: string) => {
    const lines = `${rest}${more}`.split('\r\n');
    rest = lines.pop() ?? '';
    const failure = lines.find((line) => line.startsWith('-'));
    if (failure !== undefined) reject(new Error(failure));
    if (rest === '' && lines.at(-1) === '+PONG') resolve();
  });
  try {
    for (const command of commands) socket.write(encoded(command));
    socket.write(encoded(['PING']));
    await promise;
  } finally {
    socket.destroy();
  }
}

function encoded(words: RedisCommand): Buffer {
  const parts = words.flatMap((word) => {
    const bytes = Buffer.from(word);
    return [Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n')];
  });
  return Buffer.concat([Buffer.from(`*${words.length}\r\n`), ...parts]);
}
