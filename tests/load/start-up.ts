import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** `npm run bench` names the bundle that `npm start` runs; without one the sources are run. */
const main = process.env.EMBEDDED_MAIN ?? fileURLToPath(new URL('../../infra/embedded/src/main.ts', import.meta.url));

export interface StartedMain extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  /** From spawning the process to its first successful answer. */
  readonly seconds: number;
}

/** Starts the real program as its own process, with the given environment, and waits for its first answer. */
export async function startMain(env: Readonly<Record<string, string>>): Promise<StartedMain> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [main, '--port', String(port)], {
    env: { ONCEOVER_LOG_LEVEL: 'warn', ...process.env, ONCEOVER_RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(() => process.off('exit', end));
  const { pid } = child;
  if (pid === undefined) throw new Error('the program did not start');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the program exited with code ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    pid,
    port,
    seconds: (performance.now() - started) / 1000,
    async [Symbol.asyncDispose]() {
      end();
      await exited;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/v2/status`)).ok;
  } catch {
    return false;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
