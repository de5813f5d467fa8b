import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint } from '../use-cases/trail/checkpoint.ts';
import { type CheckpointArchive, checkpointLine } from '../use-cases/trail/keep-checkpoints.ts';

const NAME = /^checkpoints-\d{12}\.ndjson$/;
const READ_ONLY = 0o444;

/**
 * Checkpoints as files that are made once and never written again, each named after its first one: for a disk on which nothing
 * can be changed. A line that a crash has cut is left as it is; the next file begins with it.
 */
export function createCheckpointFiles(directory: string): CheckpointArchive {
  return {
    async last() {
      const newest = (await namesIn(directory)).at(-1);
      if (newest === undefined) return 0;
      const lines = linesOf(await readFile(join(directory, newest), 'utf8'));
      const line = lines.at(-1);
      return line === undefined ? Number(newest.slice(12, 24)) - 1 : numberOf(line);
    },
    async add(checkpoints: readonly Checkpoint[]) {
      await mkdir(directory, { recursive: true });
      const name = `checkpoints-${String(checkpoints[0]?.number).padStart(12, '0')}.ndjson`;
      const file = await open(join(directory, name), 'wx', READ_ONLY);
      try {
        await file.writeFile(checkpoints.map((checkpoint) => `${checkpointLine(checkpoint)}\n`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

/** The complete lines of each file in a directory, in the order of their checkpoints. */
export async function readCheckpointFiles(directory: string): Promise<{ file: string; lines: string[] }[]> {
  const read: { file: string; lines: string[] }[] = [];
  for (const name of await namesIn(directory)) {
    const file = join(directory, name);
    read.push({ file, lines: linesOf(await readFile(file, 'utf8')) });
  }
  return read;
}

async function namesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => NAME.test(name)).sort();
}

/** What follows the last line break was cut. */
function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

function numberOf(line: string): number {
  const { number }: { number: number } = JSON.parse(line);
  return number;
}
