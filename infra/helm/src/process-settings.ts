import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trySettings } from '@onceover/distributed/try-settings';
import type { Container, Workload } from './manifest.ts';
import { layOut, type PodFiles, type Secrets } from './pod-files.ts';
import { runTool } from './tools.ts';

/** Directories that a process makes in a volume. */
const MADE = new Set(['ONCEOVER_KEYS_DIR', 'ONCEOVER_KEY_STORE_DIR', 'ONCEOVER_MAIL_DIR', 'ONCEOVER_AUDIT_DIR']);

/**
 * Lays out the files of a pod, runs what runs before the process, and has the program read its settings: what it would refuse at a start. Each
 * problem is a sentence.
 */
export async function problemsOfSettings(workload: Workload, secrets: Secrets): Promise<readonly string[]> {
  const { pod, process, manifest } = workload;
  const directory = mkdtempSync(path.join(tmpdir(), 'onceover-pod-'));
  try {
    const files = layOut(pod, secrets, directory);
    const problems = (pod.initContainers ?? []).flatMap((container) => runBefore(container, files));
    const env = Object.fromEntries((process.env ?? []).map(({ name, value }) => [name, value]));
    problems.push(...placesIn(env, process, files));
    const here = Object.entries(env).map(([name, value]) => [name, hereOf(value, process, files)]);
    const failure = await trySettings(process.name as Parameters<typeof trySettings>[0], Object.fromEntries(here)).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failure !== undefined) problems.push(failure.replaceAll(directory, ''));
    return problems.map((problem) => `${manifest.metadata.name}: ${problem}`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Runs the command of a container on the files that it sees. */
function runBefore(container: Container, files: PodFiles): string[] {
  const [program = '', ...words] = container.command ?? [];
  if (program !== 'node')
    return [`its container ${container.name} runs ${program}, and the images have nothing but node`];
  const args = words.map((word) => hereOf(word, container, files));
  const { code, said } = runTool(process.execPath, args);
  return code === 0 ? [] : [`its container ${container.name} fails: ${said}`];
}

/** Where a path of the container lies here; anything else is what it is. */
function hereOf(word: string, { volumeMounts = [] }: Container, files: PodFiles): string {
  return word.startsWith('/') ? (files.placeOf(volumeMounts, word)?.place ?? word) : word;
}

/** Files that settings name and that are not there. */
function placesIn(env: Readonly<Record<string, string>>, { volumeMounts = [] }: Container, files: PodFiles): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value.startsWith('/')) return [];
    const found = files.placeOf(volumeMounts, value);
    if (found === undefined) return [`${name}=${value} is on no volume, and the rest cannot be written to`];
    if (MADE.has(name)) return found.isReadOnly ? [`${name}=${value} cannot be written to`] : [];
    return existsSync(found.place) ? [] : [`${name}=${value} is not there`];
  });
}
