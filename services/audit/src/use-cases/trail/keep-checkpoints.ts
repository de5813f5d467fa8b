import type { Checkpoint } from './checkpoint.ts';

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

/** A checkpoint as people and other programs keep it: a line of JSON, bytes in hexadecimal. */
export function checkpointLine({ head, hash, signature, ...checkpoint }: Checkpoint): string {
  const { number, about, tenantRef, kind, log, seq, at, keyId } = checkpoint;
  const [headHex, hashHex, signatureHex] = [head, hash, signature].map((bytes) => bytes.toString('hex'));
  return JSON.stringify({
    number,
    about,
    tenantRef,
    kind,
    log,
    seq,
    head: headHex,
    at,
    keyId,
    hash: hashHex,
    signature: signatureHex,
  });
}
