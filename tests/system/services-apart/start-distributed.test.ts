import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@onceover/testing/eventually';
import { canListen } from '@onceover/testing/free-port';
import { expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { processesOf } from '../../support/processes.ts';
import { findingsOf, runWords, troublesOf } from '../../support/run-doctor.ts';
import { freePorts } from '../../support/spawn-split.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

const { DISTRIBUTED_MAIN: main } = process.env;
/** Beside the bundle that `npm test` names; without one the sources are run. */
const start =
  main === undefined
    ? fileURLToPath(new URL('../../../infra/distributed/src/start.ts', import.meta.url))
    : path.join(path.dirname(main), 'start.js');
const PATIENCE = { withinMs: 90_000, everyMs: 100 };

interface Stack extends AsyncDisposable {
  readonly url: string;
  readonly stateDir: string;
  readonly process: ChildProcess;
  said(): string;
  /** Its processes by their names. */
  pids(): ReadonlyMap<string, number>;
}

/** `npm run start:distributed` without npm. Whatever is left of it is killed in the end. */
async function startStack(place: TemporaryPlace): Promise<Stack> {
  const [port = 0] = await freePorts(1);
  const internal = await spanOfPorts();
  const words = ['--state-dir', place.dataDir, '--port', String(port), '--internal-port', String(internal)];
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('ONCEOVER_'));
  const env = { ...Object.fromEntries(others), ONCEOVER_LOG_LEVEL: 'warn', ONCEOVER_RATE_LIMITS: 'off' };
  const child = spawn(process.execPath, [start, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const stack: Stack = {
    url: `http://127.0.0.1:${port}`,
    stateDir: place.dataDir,
    process: child,
    said: () => text,
    pids: () => childrenOf(place.dataDir),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      for (const pid of [...childrenOf(place.dataDir).values(), ...processesOf(place.dataDir)]) kill(pid);
    },
  };
  await eventually(() => expect(text).toContain('Onceover is up'), PATIENCE).catch((error: Error) => {
    throw new Error(`the stack did not start:\n${text}`, { cause: error });
  });
  return stack;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** A port after which eight in a row are free now. */
async function spanOfPorts(): Promise<number> {
  for (;;) {
    const [first = 0] = await freePorts(1);
    const isFree = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((step) => canListen(first + step)));
    if (isFree.every(Boolean)) return first;
  }
}

/** The processes that were started with keys beside a state directory. */
function childrenOf(stateDir: string): ReadonlyMap<string, number> {
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const entries = found.flatMap((pid) => {
    const environment = textOf(`/proc/${pid}/environ`);
    if (environment.includes(`ONCEOVER_KEY_STORE_DIR=${stateDir}-keys`)) return [['key-store', Number(pid)] as const];
    if (!environment.includes(`ONCEOVER_CALL_KEYS_DIR=${stateDir}-keys`)) return [];
    return [[textOf(`/proc/${pid}/cmdline`).split('\0').at(-2) ?? '', Number(pid)] as const];
  });
  return new Map(entries);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

test('everything comes up step by step, a process that dies comes back, and Ctrl-C stops all in order', async () => {
  using place = temporaryPlace();
  await using stack = await startStack(place);
  const names = [
    'keys',
    'key-store',
    'postgres',
    'accounts',
    'secrets',
    'notifications',
    'audit',
    'partner-egress',
    'gateway',
  ];
  for (const name of names) {
    expect(stack.said()).toMatch(new RegExp(`^${name} +is up after [\\d.]+ s: `, 'm'));
  }
  // Nothing is wrong while everything starts.
  const logged = stack
    .said()
    .split('\n')
    .filter((line) => line.includes('"level":"'));
  expect(logged.filter((line) => !line.includes('REQUEST LIMITS ARE OFF'))).toEqual([]);
  await expectHealthy(path.join(stack.stateDir, 'env'));
  using visitor = new ApiClient(stack.url);
  const links = await visitor.conceal('kept while a process dies');
  for (const name of ['key-store', 'secrets']) {
    process.kill(stack.pids().get(name) ?? expect.fail(), 'SIGKILL');
    const said = `${name} has ended (SIGKILL); it is started again in 1 s`;
    await eventually(() => expect(stack.said()).toContain(said), PATIENCE);
  }
  await eventually(async () => expect((await visitor.look(links.secretKey)).status).toBe(200), PATIENCE);
  expect((await visitor.reveal(links.secretKey)).body.record.secret_value).toBe('kept while a process dies');

  const files = readdirSync(path.join(stack.stateDir, 'env')).filter((file) => file.endsWith('.env'));
  expect(files).toHaveLength(7);
  for (const file of files.filter((name) => name !== 'key-store.env')) {
    const lines = readFileSync(path.join(stack.stateDir, 'env', file), 'utf8').split('\n');
    const settings = lines.filter((line) => line !== '' && !line.startsWith('#'));
    // Whoever fills topics asks nobody.
    const own = file === 'partner-egress.env' ? [] : [`ONCEOVER_CALL_KEYS_DIR=${stack.stateDir}-keys/calls`];
    expect(settings).toEqual(expect.arrayContaining(own));
    expect(settings.join()).not.toMatch(/[0-9a-f]{64}|postgres:/);
  }

  const ended = new Promise((resolve) => stack.process.once('close', resolve));
  stack.process.kill('SIGINT');
  expect(await ended).toBe(0);
  const stopped = [...stack.said().matchAll(/^([\w-]+) +has stopped$/gm)].map(([, name]) => name);
  const services = ['gateway', 'partner-egress', 'audit', 'notifications', 'secrets', 'accounts'];
  expect(stopped).toEqual([...services, 'redis', 'kafka', 'postgres', 'key-store']);
  expect(stack.pids().size).toBe(0);
  expect(stack.said()).not.toMatch(/^\(node:\d+\) \w*Warning/m);
});

const commandMain = fileURLToPath(new URL('../../../infra/distributed/src/command-main.ts', import.meta.url));

/** `npm run doctor -- --env PATH` finds all of it in order; what is away turns its line, and no other. */
async function expectHealthy(env: string): Promise<void> {
  const healthy = await runWords([commandMain, env, 'doctor', '--json'], {});
  expect(healthy.code, healthy.said).toBe(0);
  expect(troublesOf(healthy)).toEqual([]);
  expect(findingsOf(healthy)).toContainEqual({
    check: 'running',
    verdict: 'ok',
    says: 'ready: accounts, secrets, notifications, audit, gateway',
  });
  const away = { ONCEOVER_KAFKA_BROKERS: '127.0.0.1:1', ONCEOVER_REDIS_URL: 'redis://:canary-of-redis@127.0.0.1:1' };
  const broken = await runWords([commandMain, env, 'doctor', '--json'], away);
  expect(broken.code, broken.said).toBe(1);
  // How far consumers are behind is asked of the brokers.
  expect(troublesOf(broken)).toEqual(['events: wrong', 'kafka: wrong', 'redis: wrong']);
  expect(broken.said).not.toContain('canary-of-redis');
}

test('when the supervisor is killed its processes stop by themselves', async () => {
  using place = temporaryPlace();
  await using stack = await startStack(place);
  expect(stack.pids().size).toBe(6);
  stack.process.kill('SIGKILL');
  await eventually(() => expect(stack.pids().size).toBe(0), PATIENCE);
});
