import { closeSync, openSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { Failure } from '../failure.ts';
import { LineReader } from './line-reader.ts';

export interface Question {
  /** Such as `Passphrase: `. */
  readonly text: string;
  readonly isEchoed?: boolean;
  /** How to do without a terminal, as a sentence. */
  readonly otherwise: string;
}

/** Where a person is asked. Rejects with `usage` where there is no terminal, with `interrupted` after Ctrl-C. */
export interface Keyboard {
  ask(question: Question): Promise<string>;
}

const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';

/**
 * Asks on the terminal itself, so that the secret may come by standard input and the link go to standard output. While it waits the
 * terminal is in raw mode; it is put back however the command ends.
 */
export function terminalKeyboard(stdin: NodeJS.ReadStream): Keyboard {
  return {
    async ask({ text, isEchoed = false, otherwise }) {
      const terminal = openTerminal(stdin);
      if (terminal === undefined) throw new Failure('usage', `There is no terminal to ask on. ${otherwise}`);
      const { input, write, close } = terminal;
      const restore = () => {
        input.setRawMode(false);
        write(PASTE_OFF);
      };
      const terminated = () => {
        restore();
        process.exit(143);
      };
      process.once('exit', restore);
      process.once('SIGTERM', terminated);
      input.setRawMode(true);
      write(`${PASTE_ON}${text}`);
      try {
        return await readLine(input, isEchoed ? write : () => {});
      } finally {
        process.off('exit', restore);
        process.off('SIGTERM', terminated);
        restore();
        write('\n');
        close();
      }
    },
  };
}

interface Terminal {
  readonly input: ReadStream;
  write(text: string): void;
  close(): void;
}

function openTerminal(stdin: NodeJS.ReadStream): Terminal | undefined {
  if (process.platform === 'win32') {
    const write = (text: string) => void process.stderr.write(text);
    return stdin.isTTY ? { input: stdin as unknown as ReadStream, write, close: () => void stdin.pause() } : undefined;
  }
  try {
    const out = openSync('/dev/tty', 'w');
    const input = new ReadStream(openSync('/dev/tty', 'r'));
    const close = () => {
      input.destroy();
      closeSync(out);
    };
    return { input, write: (text) => void writeSync(out, text), close };
  } catch {
    return undefined;
  }
}

function readLine(input: ReadStream, echo: (text: string) => void): Promise<string> {
  const reader = new LineReader(echo);
  return new Promise((resolve, reject) => {
    const done = (finish: () => void) => {
      input.off('data', take);
      input.pause();
      finish();
    };
    const take = (chunk: string) => {
      const ending = reader.take(chunk);
      if (ending === 'entered') done(() => resolve(reader.text));
      if (ending === 'interrupted') done(() => reject(new Failure('interrupted', 'Interrupted.')));
      if (ending === 'ended') done(() => reject(new Failure('usage', 'Nothing was entered.')));
    };
    input.setEncoding('utf8');
    input.on('data', take);
    input.once('end', () => done(() => reject(new Failure('usage', 'Nothing was entered.'))));
    input.resume();
  });
}
