import type { Machine } from '../machine.js';
import type { Binary } from './binaries.js';
import type { ProofMode } from './gates.js';
import type { JudgedGate } from './judge.js';

export interface Evidence {
  readonly machine: Machine;
  readonly mode: ProofMode;
  readonly commits: readonly string[];
  readonly binaries: readonly Binary[];
  readonly began: string;
  readonly ended: string;
  readonly gates: readonly JudgedGate[];
}

export function evidenceJson(
  evidence: Evidence,
): Evidence & { readonly summary: { readonly kept: number; readonly failed: number; readonly notRun: number } };
export function evidenceMarkdown(evidence: Evidence): string;
export function summaryLine(gates: readonly JudgedGate[]): string;
