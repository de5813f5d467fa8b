import { writeFileSync } from 'node:fs';

/** What a proof found, as the report shows it. */
export interface ProofResult {
  /** Some sentences on what was done. */
  readonly about: string;
  readonly columns: readonly string[];
  readonly rows: readonly ProofRow[];
  /** Of the servers that were used, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface ProofRow {
  /** The first one names the row. */
  readonly cells: readonly (string | number)[];
  /** Why it has failed; none: it has passed. */
  readonly problems: readonly string[];
}

/** Hands what there is so far to the command that started this proof, in case that it is broken off. */
export function noteProof(result: ProofResult): void {
  const file = process.env.PROOF_RESULT;
  if (file !== undefined) writeFileSync(file, JSON.stringify(result));
}

/** Hands the result to the command that started this proof. Sets the exit code: 1 if a row has failed. */
export function reportProof(result: ProofResult): void {
  noteProof(result);
  const problems = result.rows.flatMap((row) => row.problems.map((problem) => `${row.cells[0]}: ${problem}`));
  for (const problem of problems) console.log(`FAILED: ${problem}`);
  process.exitCode = problems.length > 0 || result.rows.length === 0 ? 1 : 0;
}

/** Seconds with one decimal. */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
