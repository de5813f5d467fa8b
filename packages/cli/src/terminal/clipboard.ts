import { closeSync, openSync, writeSync } from 'node:fs';
import type { Environment } from '../config.ts';
import { Failure } from '../failure.ts';
import { findProgram } from '../find-program.ts';
import { runProgram } from '../run-program.ts';

interface Way {
  readonly program: string;
  readonly args: readonly string[];
}

/** Programs that can be there, best first. On another machine's desktop there is none of this one: the terminal is asked then. */
function ways({ platform, screen }: Environment): readonly Way[] {
  if (screen.isRemote) return [];
  if (platform === 'darwin') return [{ program: 'pbcopy', args: [] }];
  if (platform === 'win32') return [{ program: 'clip', args: [] }];
  return [
    ...(screen.isWayland ? [{ program: 'wl-copy', args: ['--type', 'text/plain'] }] : []),
    ...(screen.isX11 ? [{ program: 'xclip', args: ['-selection', 'clipboard'] }] : []),
  ];
}

/** Puts a text on the clipboard and resolves with what did it, such as `wl-copy`. The text never is an argument. */
export async function copyToClipboard(text: string, environment: Environment): Promise<string> {
  for (const { program, args } of ways(environment)) {
    const found = findProgram(program, environment);
    if (found !== undefined && (await runProgram(found, args, text)).isDone) return program;
  }
  if (askTerminal(text)) return 'OSC 52 (if the terminal allows it)';
  throw new Failure('notWritten', 'There is no clipboard: install wl-copy or xclip, or leave out --copy.');
}

/** The terminal copies it, also over SSH; it does not say whether it did. */
function askTerminal(text: string): boolean {
  try {
    const terminal = openSync('/dev/tty', 'w');
    writeSync(terminal, `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
    closeSync(terminal);
    return true;
  } catch {
    return false;
  }
}
