import { spawn } from 'node:child_process';

export interface Ran {
  readonly isDone: boolean;
  readonly output: string;
}

/** A key store may ask the person to unlock it. */
const LONGEST_MS = 120_000;

/** Runs a program of the system. What is secret goes by its standard input, never by its arguments. */
export function runProgram(file: string, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'], timeout: LONGEST_MS });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', () => resolve({ isDone: false, output: '' }));
    // Programs that own a clipboard leave a child behind which keeps the pipes open.
    child.once('exit', (code) => setImmediate(() => resolve({ isDone: code === 0, output })));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
