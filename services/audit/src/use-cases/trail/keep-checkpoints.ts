import type { Checkpoint } from './checkpoint.ts';
import { columnsOf } from './export-trail.ts';

/** Where checkpoints are kept besides the database: only ever added to. */
export interface CheckpointArchive {
  /** Number of the last one that is there; 0 before the first. */
  last(): Promise<number>;
  add(checkpoints: readonly Checkpoint[]): Promise<void>;
}

export interface SignedCheckpoints {
  /** In their order, those after a number. */
  after(number: number, most: number): Promise<readonly Checkpoint[]>;
}

const AT_ONCE = 10_000;

/** Copies the checkpoints that the archive does not have yet; returns how many. */
export async function keepCheckpoints(signed: SignedCheckpoints, archive: CheckpointArchive): Promise<number> {
  let kept = 0;
  for (;;) {
    const next = await signed.after(await archive.last(), AT_ONCE);
    if (next.length > 0) await archive.add(next);
    kept += next.length;
    if (next.length < AT_ONCE) return kept;
  }
}

const columns = [
  'number',
  'about',
  'tenantRef',
  'kind',
  'log',
  'seq',
  'head',
  'at',
  'keyId',
  'hash',
  'signature',
] as const;

/** A checkpoint as people and other programs keep it: a line of JSON, bytes in hexadecimal. */
export function checkpointLine(checkpoint: Checkpoint): string {
  return JSON.stringify(columnsOf(checkpoint, columns));
}
