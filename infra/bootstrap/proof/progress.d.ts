import type { Gate, PlannedPiece, ProofMode, ProofPart } from './gates.js';
import type { DonePiece } from './pieces.js';

export interface Planned extends PlannedPiece {
  readonly gate: string;
  readonly part: ProofPart;
  readonly of: number;
}

export function planOf(gates: readonly Gate[], mode: ProofMode): readonly Planned[];
export function secondsLeft(left: readonly Planned[], done: readonly DonePiece[]): number;
export function progressLine(next: Planned, left: readonly Planned[], done: readonly DonePiece[]): string;
export function lengthText(seconds: number): string;
