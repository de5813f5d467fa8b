import { spawn } from 'node:child_process';

export interface TerminalEnd {
  readonly code: number | null;
  /** Everything that was shown. */
  readonly shown: string;
}

export interface PseudoTerminal {
  /** Waits until a text is shown that was not shown before the last key, and presses these. */
  press(after: string, keys: string): Promise<void>;
  /** What has been shown until now. */
  readonly shown: string;
  readonly ended: Promise<TerminalEnd>;
}

/**
 * Runs a line of shell on a terminal of its own, by util-linux's `script`, which every Debian has. Only Linux's understands these
 * options.
 */
export function onTerminal(line: string, env: Readonly<Record<string, string>>): PseudoTerminal {
  const child = spawn('script', ['-qefc', line, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let shown = '';
  let position = 0;
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<TerminalEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, shown });
      for (const look of waiting) look();
    });
  });
  return {
    get shown() {
      return shown;
    },
    ended,
    press: (after, keys) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = shown.indexOf(after, position);
          if (found === -1 && child.exitCode === null) return;
          waiting.delete(look);
          if (found === -1) return reject(new Error(`it ended without showing ${after}:\n${shown}`));
          position = found + after.length;
          child.stdin.write(keys);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
