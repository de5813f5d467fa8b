export type ProofMode = 'full' | 'quick';

export interface ProofPart {
  readonly name: string;
  readonly what: string;
  readonly seconds: number;
  readonly suite?: string;
  readonly files?: readonly string[];
  readonly script?: string;
  readonly command?: string;
  readonly counts?: string;
  readonly full?: number;
  readonly quick?: number;
  readonly piece?: number;
  readonly zero?: readonly string[];
}

export interface Gate {
  readonly name: string;
  readonly title: string;
  readonly passesWhen: string;
  readonly parts: readonly ProofPart[];
  readonly lacks?: readonly string[];
}

export interface PlannedPiece {
  readonly index: number;
  readonly volume: number | undefined;
}

export const gates: readonly Gate[];
export function gateNamed(name: string): Gate | undefined;
export function piecesOf(part: ProofPart, mode: ProofMode): readonly PlannedPiece[];
