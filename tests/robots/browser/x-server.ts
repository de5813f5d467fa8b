import { type ChildProcess, spawn } from 'node:child_process';

/** A screen without a monitor, for browsers with windows. */
export interface XServer extends AsyncDisposable {
  /** Such as `:7`. */
  readonly display: string;
}

/** Starts Xvfb on a display that is free; undefined without the program. It listens on no port. */
export async function startXServer(program: string | undefined): Promise<XServer | undefined> {
  if (program === undefined || program === '') return undefined;
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const end = () => server.kill('SIGTERM');
  process.once('exit', end);
  return {
    display: `:${await displayOf(server)}`,
    async [Symbol.asyncDispose]() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}

function displayOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    server.stdio[3]?.once('data', (line: Buffer) => resolve(Number(String(line).trim())));
    server.once('error', reject);
    server.once('close', (code) => reject(new Error(`Xvfb ended with code ${code}`)));
  });
}
