import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../support/serve-system.ts', import.meta.url));
const startLimitMilliseconds = 120_000;

interface Addresses {
  readonly url: string;
  readonly control: string;
  readonly mailDir: string;
}

/** Starts the system once for all workers, as its own process; returns a function that ends it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const system = spawn('node', [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { url, control, mailDir } = await addressesOf(system);
  process.env.E2E_URL = url;
  process.env.E2E_CONTROL = control;
  process.env.E2E_MAIL = mailDir;
  return () =>
    new Promise((ended) => {
      system.once('exit', () => ended());
      system.stdin?.end();
    });
}

/** The line with the addresses is among the system's log lines. */
async function addressesOf(system: ChildProcess): Promise<Addresses> {
  const late = setTimeout(() => system.kill(), startLimitMilliseconds);
  try {
    if (system.stdout === null) throw new Error('the system has no output');
    for await (const line of createInterface({ input: system.stdout })) {
      if (!line.startsWith('{"url"')) continue;
      system.stdout.resume();
      return JSON.parse(line) as Addresses;
    }
    throw new Error('the system did not start');
  } finally {
    clearTimeout(late);
  }
}
