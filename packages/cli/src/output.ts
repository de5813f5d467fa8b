import { Failure } from './failure.ts';

/** Standard output and standard error. */
export interface Output {
  readonly isTerminal: boolean;
  readonly isErrorTerminal: boolean;
  /** Resolves when it was written, and rejects with `notWritten` or `brokenPipe` if it was not. */
  print(text: string): Promise<void>;
  /** For the person: on standard error, so that what is piped stays clean. */
  tell(text: string): void;
}

export function processOutput(): Output {
  // Without listeners a broken pipe would end the command with a stack trace; `print` says what happened.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  return {
    isTerminal: process.stdout.isTTY === true,
    isErrorTerminal: process.stderr.isTTY === true,
    print: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => {
          if (error === null || error === undefined) resolve();
          else reject(notWritten(error));
        });
      }),
    tell: (text) => void process.stderr.write(`${text}\n`),
  };
}

function notWritten(error: Error): Failure {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE') return new Failure('brokenPipe', 'The output was closed.');
  return new Failure('notWritten', `The output could not be written${code === undefined ? '' : ` (${code})`}.`);
}
