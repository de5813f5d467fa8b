import type { Caller } from '@onceover/schema/caller';
import type { ProgramKind, RefusedOpeningReason } from '@onceover/schema/events/secrets';
import type { SecretBinding } from '../secret/secret-cipher.ts';

/** Somebody tried to open a secret and did not get it, or a program was noticed at its link. */
export interface RefusedOpening {
  readonly secret: { readonly secretId: string; readonly binding: Pick<SecretBinding, 'lookup' | 'ownerRef'> };
  readonly reason: RefusedOpeningReason | ProgramKind;
  readonly caller: Caller;
}

/** How often opening was refused for one reason, as a creator sees it; when first and last, in milliseconds since 1970. */
export interface ShownRefusedOpening {
  readonly reason: RefusedOpeningReason;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** The same of the programs of one kind. */
export interface ShownProgram extends Omit<ShownRefusedOpening, 'reason'> {
  readonly kind: ProgramKind;
}

/** Refused openings, counted; the log is told at certain counts. */
export interface RefusedOpenings {
  /** Counted when it returns. For tries that are limited already and cost a write of their own. */
  record(refused: RefusedOpening): Promise<void>;
  /** Remembered, and counted within a second, many at once: returns at once. A crash may lose what was not counted yet. */
  note(refused: RefusedOpening): void;
  /**
   * Somebody came with a key that opens nothing. Remembered as well; whether it is the key of a secret that has ended, and so
   * a late try, turns out when it is counted: until then nobody knows, so that the answer takes as long as that to a key that
   * never existed. Owners are told nothing about their own tries.
   */
  noteUnopened(lookup: Buffer, caller: Caller): void;
  /**
   * A program came with a key. Remembered as well, and counted only if the key opens a secret by then; links to verify an
   * account have nobody to tell.
   */
  noteProgram(lookup: Buffer, kind: ProgramKind, caller: Caller): void;
}
