import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '@onceover/testing/eventually';
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { processesOf } from '../../support/processes.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bootstrap = path.join(root, 'infra', 'bootstrap');
const sources = path.join(root, 'infra', 'embedded', 'src', 'main.ts');
/** The bundle may have to be built first. */
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;
/** Several times as often as the program checks whether it is alone. */
const LONG_ENOUGH_MS = 4_000;

let place: TemporaryPlace;
let output: string;

beforeEach(() => {
  place = temporaryPlace();
  output = '';
  return async () => {
    for (const pid of processesOf(place.dataDir)) end(pid);
    await eventually(nothingLives, { withinMs: STOP_LIMIT_MS });
    place[Symbol.dispose]();
  };
});

function run(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, {
    cwd: root,
    // Nothing of the program that runs the tests, above all not that this is a test.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ONCEOVER_PORT: '0',
      ONCEOVER_DATA_DIR: place.dataDir,
      ONCEOVER_KEYS_DIR: place.keysDir,
      ONCEOVER_RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return child;
}

async function addressIn(read: () => string): Promise<string> {
  const found = async () => /Onceover is ready: (\S+)/.exec(read())?.[1] ?? Promise.reject(new Error(read()));
  return await eventually(found, { withinMs: START_LIMIT_MS, everyMs: 100 });
}

function nothingLives(): void {
  expect(processesOf(place.dataDir)).toEqual([]);
}

/** Nothing holds the data any more, and the next start goes on with it. */
async function expectDataIsFree(secretKey: string): Promise<void> {
  await eventually(nothingLives, { withinMs: STOP_LIMIT_MS, everyMs: 100 });
  await using next = spawnSystem(place);
  using client = new ApiClient(await next.ready);
  expect((await client.reveal(secretKey)).body.record.secret_value).toBe('kept');
  next.signal('SIGINT');
  expect((await next.ended).code).toBe(0);
}

async function conceal(address: string): Promise<string> {
  using client = new ApiClient(address);
  return (await client.conceal('kept')).secretKey;
}

describe('a process that nobody holds any more lets go of the data', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('when npm gets %s', async (signal) => {
    const npm = run('npm', ['start']);
    const secretKey = await conceal(await addressIn(() => output));
    npm.kill(signal);
    await expectDataIsFree(secretKey);
  });

  test('when the shell that npm runs it in is killed', async () => {
    run('npm', ['start']);
    const secretKey = await conceal(await addressIn(() => output));
    for (const pid of processesOf(place.dataDir).filter(isShell)) process.kill(pid, 'SIGKILL');
    await expectDataIsFree(secretKey);
  });

  test('when the bootstrap that started it is killed', async () => {
    const server = `'${process.execPath}' '${path.join(bootstrap, 'hand-over.js')}' '${sources}'`;
    const starter = run('sh', ['-c', `${server}; true`]);
    const secretKey = await conceal(await addressIn(() => output));
    starter.kill('SIGKILL');
    await expectDataIsFree(secretKey);
  });
});

describe('a process that was detached on purpose keeps running', () => {
  const start = `'${process.execPath}' '${path.join(bootstrap, 'start.js')}'`;

  test.each([
    ['nohup npm start', 'nohup npm start'],
    ['setsid npm start', 'setsid npm start'],
    ['the program itself, as a service manager starts it', start],
    [
      'the program itself, from a script of another package',
      `npm_lifecycle_event=start npm_package_json=/x.json ${start}`,
    ],
  ])('%s', async (_, command) => {
    const file = path.join(place.path, 'output');
    const starter = run('sh', ['-c', `${command} >'${file}' 2>&1 & true`]);
    await new Promise((resolve) => starter.once('exit', resolve));
    const address = await addressIn(() => readFileSync(file, 'utf8'));
    await sleep(LONG_ENOUGH_MS);
    using client = new ApiClient(address);
    expect((await client.get('/health/ready')).status).toBe(200);
  });
});

/** One ends when another does. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isShell(pid: number): boolean {
  return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'sh';
}
