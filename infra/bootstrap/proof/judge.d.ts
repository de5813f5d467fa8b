import type { Gate, ProofMode } from './gates.js';
import type { DonePiece } from './pieces.js';

export interface JudgedPart {
  readonly name: string;
  readonly what: string;
  readonly counted: string;
  readonly asked: number | undefined;
  readonly done: number;
  readonly zero: Readonly<Record<string, number | undefined>>;
  readonly pieces: readonly DonePiece[];
  readonly problems: readonly string[];
}

export interface JudgedGate {
  readonly name: string;
  readonly title: string;
  readonly passesWhen: string;
  readonly lacks: readonly string[];
  readonly verdict: 'kept' | 'failed' | 'not run';
  readonly problems: readonly string[];
  readonly parts: readonly JudgedPart[];
}

export function judgeGate(gate: Gate, mode: ProofMode, done: readonly DonePiece[]): JudgedGate;
