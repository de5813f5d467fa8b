import { chainOf } from '../audit-entry.ts';
import { type AuditVerifier, type Checkpoint, hashCheckpoint, noCheckpoint, signedMessage } from '../checkpoint.ts';
import { rowsOf, type TrailReading } from '../trail-reading.ts';
import type { Findings } from './findings.ts';

export interface KeptCheckpoint {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** Heads whose signatures are right. */
export class SignedHeads {
  readonly #heads = new Map<string, Map<number, string>>();
  readonly #last = new Map<string, number>();
  readonly #closings = new Map<string, Map<number, string>>();

  note(checkpoint: Checkpoint): void {
    const { about, seq } = checkpoint;
    const of = about === 'blocks' ? blocksOf(checkpoint.log) : chainOf(checkpoint);
    const head = checkpoint.head.toString('hex');
    this.#heads.getOrInsertComputed(of, () => new Map()).set(seq, head);
    this.#last.set(of, Math.max(seq, this.#last.get(of) ?? 0));
    if (about === 'closing') this.#closings.getOrInsertComputed(of, () => new Map()).set(seq, head);
  }

  /** Whether another head was signed for this number. */
  contradicts(of: string, seq: number, head: Buffer): boolean {
    const signed = this.#heads.get(of)?.get(seq);
    return signed !== undefined && signed !== head.toString('hex');
  }

  /** How many chains have lost their beginning to retention. */
  get closedChains(): number {
    return this.#closings.size;
  }

  /** Whether this head was signed for this number. */
  holds(of: string, seq: number, head: Buffer): boolean {
    return this.#heads.get(of)?.get(seq) === head.toString('hex');
  }

  /** Whether what ended here, with this head, has been removed by retention. */
  closed(of: string, seq: number, head: Buffer): boolean {
    return this.#closings.get(of)?.get(seq) === head.toString('hex');
  }

  /** The highest number that was signed; 0 if none was. */
  last(of: string): number {
    return this.#last.get(of) ?? 0;
  }

  /** Everything of which something was signed. */
  get subjects(): Iterable<string> {
    return this.#last.keys();
  }
}

/** How the blocks of a log are called beside the chains. */
export const blocksOf = (log: string): string => `blocks of ${log}`;

/** Checks that no checkpoint is missing, changed or signed by a key that is not trusted; gives the heads they sign. */
export async function verifyCheckpoints(
  reading: Pick<TrailReading, 'checkpoints'>,
  trusted: readonly AuditVerifier[],
  kept: readonly KeptCheckpoint[],
  findings: Findings,
): Promise<{ readonly signed: SignedHeads; readonly count: number }> {
  const [signed, keys] = [new SignedHeads(), new Map(trusted.map((key) => [key.keyId, key]))];
  const elsewhere = new Map(kept.map(({ number, hash }) => [number, hash]));
  let head: Pick<Checkpoint, 'number' | 'hash'> = noCheckpoint;
  let count = 0;
  for await (const checkpoint of rowsOf(reading.checkpoints())) {
    const where = `checkpoint ${checkpoint.number}`;
    if (checkpoint.number !== head.number + 1) findings.add('checkpoints are missing', `checkpoint ${head.number + 1}`);
    if (!checkpoint.prevHash.equals(head.hash)) findings.add('a checkpoint does not follow the one before it', where);
    if (isGenuine(checkpoint, keys.get(checkpoint.keyId), findings)) signed.note(checkpoint);
    const other = elsewhere.get(checkpoint.number);
    if (other !== undefined && other !== checkpoint.hash.toString('hex')) {
      findings.add('a checkpoint is not the one that was kept elsewhere', where);
    }
    elsewhere.delete(checkpoint.number);
    head = checkpoint;
    count += 1;
  }
  for (const number of elsewhere.keys())
    findings.add('a checkpoint that was kept elsewhere is missing', `checkpoint ${number}`);
  return { signed, count };
}

function isGenuine(checkpoint: Checkpoint, key: AuditVerifier | undefined, findings: Findings): boolean {
  const where = `checkpoint ${checkpoint.number}`;
  if (!hashCheckpoint(checkpoint).equals(checkpoint.hash)) {
    findings.add('a checkpoint was changed', where);
    return false;
  }
  if (key === undefined) {
    findings.add(`a checkpoint is signed by a key that is not trusted (${checkpoint.keyId})`, where);
    return false;
  }
  const isSigned = key.verify(signedMessage(checkpoint.hash), checkpoint.signature);
  if (!isSigned) findings.add('the signature of a checkpoint is wrong', where);
  return isSigned;
}
