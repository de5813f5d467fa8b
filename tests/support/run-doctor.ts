import { execFile } from 'node:child_process';
import type { Finding } from '@onceover/process/doctor/finding';

export interface Examined {
  readonly code: number;
  /** What it printed, on both streams. */
  readonly said: string;
}

/** Runs a word of a program, such as `doctor`, with these settings alone. */
export function runWords(words: readonly string[], env: Readonly<Record<string, string>>): Promise<Examined> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('ONCEOVER_'));
  return new Promise((resolve) => {
    const options = { env: { ...Object.fromEntries(others), ...env, NO_COLOR: '1' }, timeout: 60_000 };
    const child = execFile(process.execPath, [...words], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

/** The findings of `--json`. */
export function findingsOf({ said }: Examined): readonly Finding[] {
  const { findings }: { findings: Finding[] } = JSON.parse(said);
  return findings;
}

/** The findings that are not in order, as `check: verdict`. */
export function troublesOf(examined: Examined): readonly string[] {
  return findingsOf(examined)
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ check, verdict }) => `${check}: ${verdict}`);
}
