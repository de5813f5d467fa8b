import type { Caller } from '@onceover/schema/caller';
import type { RefusedOpeningReason } from '@onceover/schema/events/secrets';
import type { SecretBinding } from '../secret/secret-cipher.ts';

/** Somebody tried to open a secret and did not get it. */
export interface RefusedOpening {
  readonly secret: { readonly secretId: string; readonly binding: Pick<SecretBinding, 'lookup' | 'ownerRef'> };
  readonly reason: RefusedOpeningReason;
  readonly caller: Caller;
}

/** How often opening was refused for one reason, as a creator sees it; when first and last, in milliseconds since 1970. */
export interface ShownRefusedOpening {
  readonly reason: RefusedOpeningReason;
  readonly count: number;
  readonly first: number;
  readonly last: number;
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
}
