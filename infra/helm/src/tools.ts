import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const checkout = fileURLToPath(new URL('../../..', import.meta.url));
export const chart = fileURLToPath(new URL('../onceover', import.meta.url));
export const valuesOf = (name: string): string => fileURLToPath(new URL(`../values/${name}.yaml`, import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  /** What a person is told who ran it. */
  readonly said: string;
}

/** Runs a program in the checkout until it ends; `input` is what it reads. */
export function runTool(program: string, args: readonly string[], input?: string): Ended {
  const options = { cwd: checkout, encoding: 'utf8', maxBuffer: 100_000_000, timeout: 300_000 } as const;
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, ...(input && { input }) });
  const said = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`
    .split('\n')
    // The alerts in the chart are those of infra/observability.
    .filter((line) => !line.includes('found symbolic link in path'))
    .join('\n');
  return { code: status, output: stdout ?? '', said };
}
