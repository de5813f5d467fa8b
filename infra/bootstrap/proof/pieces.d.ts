import type { ProofNote } from '@onceover/testing/proof';

/** One piece that came to its end. */
export interface DonePiece {
  readonly part: string;
  readonly index: number;
  readonly of: number;
  readonly volume: number | undefined;
  readonly seed: number;
  readonly commit: string;
  readonly at: string;
  readonly how: string;
  readonly tests: number;
  readonly about?: string;
  readonly columns?: readonly string[];
  readonly rows?: readonly { readonly cells: readonly (string | number)[] }[];
  readonly problems: readonly string[];
  readonly notes: Required<ProofNote>;
  readonly pid: number;
  readonly seconds: number;
}

export function seedOf(base: string, part: string, index: number): number;
export function readNotes(file: string): Required<ProofNote>;

export class PieceStore {
  constructor(directory: string);
  open(commit: string, isKept: boolean): { readonly isNew: boolean; readonly before: string | undefined };
  read(part: string, index: number): DonePiece | undefined;
  keep(piece: DonePiece): void;
  forget(part: string, index: number): void;
}
