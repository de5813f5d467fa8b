import { hash } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/** What a suite tells the proof that runs it. Numbers under the same name are added. */
export interface ProofNote {
  /** What was done, and how often, in the words of `infra/bootstrap/proof/gates.js`. */
  readonly counts?: Readonly<Record<string, number>>;
  /** What must never happen, and how often it did: 0 says that somebody looked. */
  readonly zero?: Readonly<Record<string, number>>;
  /** Of programs that took part, by name. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Processes that took part: a name, and the id. */
  readonly processes?: readonly (readonly [string, number])[];
  /** What a person should read, a line each. */
  readonly findings?: readonly string[];
}

/** How often a suite does what it does: a few times within `npm test`, and as often as a piece of a proof asks for. */
export function proofVolume(quick: number): number {
  const asked = Number(process.env.ONCEOVER_PROOF_VOLUME);
  return Number.isInteger(asked) && asked > 0 ? asked : quick;
}

/** What chance is derived from: within `npm test` always the same, another one for each piece of a proof. */
export function proofSeed(): number {
  const asked = Number(process.env.ONCEOVER_PROOF_SEED);
  return Number.isInteger(asked) && asked > 0 ? asked : 1;
}

/** Numbers from 0 to below 1 by chance, and the same ones for the same seed. Cheap: a million of them in some milliseconds (mulberry32). */
export function chance(seed: number | string): () => number {
  let state = hash('sha256', String(seed), 'buffer').readUInt32BE();
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Tells the proof that runs this suite; within `npm test` nobody listens. */
export function noteProof(note: ProofNote): void {
  const file = process.env.ONCEOVER_PROOF_NOTES;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(note)}\n`);
}
