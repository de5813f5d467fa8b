import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteProof } from '@onceover/testing/proof';

/** `npm test` names the bundle that `npm start` runs; without one the sources are run. */
export const embeddedMain =
  process.env.EMBEDDED_MAIN ?? fileURLToPath(new URL('../../infra/embedded/src/main.ts', import.meta.url));

export interface SpawnOptions {
  readonly dataDir: string;
  readonly keysDir: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
}

export interface EndedProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Everything it has printed. */
  readonly output: string;
}

/** The real program as its own process. */
export interface SpawnedSystem extends AsyncDisposable {
  readonly pid: number;
  /** Resolves when the program is ready and prints its address; rejects if it ends before that. */
  readonly ready: Promise<string>;
  /** As `ready`, but also where it answers sealed. */
  readonly answers: Promise<string>;
  readonly ended: Promise<EndedProcess>;
  readonly output: string;
  signal(name: NodeJS.Signals): void;
}

/** Starts `main.ts` on a free port with rate limits off; disposing it kills whatever is left of it. */
export function spawnSystem(options: SpawnOptions): SpawnedSystem {
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), embeddedMain, ...(options.args ?? [])], {
    cwd: path.dirname(options.dataDir),
    env: { ...withoutSettings(), ...settingsOfPlace(options), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  noteProof({ processes: [['onceover', child.pid ?? 0]] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<EndedProcess>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, output }));
  });
  const ready = printedUrl(/Onceover is ready: (\S+)/, child, ended, () => output);
  const answers = printedUrl(/Onceover is (?:ready|SEALED): (\S+)/, child, ended, () => output);
  for (const each of [ready, answers]) each.catch(() => {});
  return {
    pid: child.pid ?? 0,
    ready,
    answers,
    ended,
    get output() {
      return output;
    },
    signal: (name) => void child.kill(name),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      if (child.pid !== undefined) killServerLeftBy(child.pid, options.dataDir);
    },
  };
}

/** The process id of the PostgreSQL in a data directory, from its own file; undefined if it has stopped cleanly. */
export function postgresPidOf(dataDir: string): number | undefined {
  try {
    const first = readFileSync(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0];
    return Number(first);
  } catch {
    return undefined;
  }
}

/** PostgreSQL outlives a killed program; a test must not leave one behind, nor end another program's. */
function killServerLeftBy(owner: number, dataDir: string): void {
  const pid = postgresPidOf(dataDir);
  try {
    const lock: unknown = JSON.parse(readFileSync(path.join(dataDir, 'postgres', 'owner.lock'), 'utf8'));
    const isTheirs = typeof lock === 'object' && lock !== null && 'pid' in lock && lock.pid === owner;
    if (isTheirs && pid !== undefined) process.kill(pid, 'SIGQUIT');
  } catch {
    // It stopped cleanly, or was killed before.
  }
}

/** The settings of a system in these directories, on a free port. */
export function settingsOfPlace({
  dataDir,
  keysDir,
}: Pick<SpawnOptions, 'dataDir' | 'keysDir'>): Record<string, string> {
  return {
    ONCEOVER_PORT: '0',
    ONCEOVER_DATA_DIR: dataDir,
    ONCEOVER_KEYS_DIR: keysDir,
    ONCEOVER_RATE_LIMITS: 'off',
  };
}

/** Keeps out the settings of the person who runs the tests. */
export function withoutSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ONCEOVER_')));
}

function printedUrl(
  line: RegExp,
  child: ChildProcess,
  ended: Promise<EndedProcess>,
  output: () => string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const url = line.exec(output())?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', check);
    void ended.then(({ code, output: all }) => reject(new Error(`the program exited with ${code}:\n${all}`)));
  });
}
