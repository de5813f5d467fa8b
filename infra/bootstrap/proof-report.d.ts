export interface ProofRow {
  readonly cells: readonly (string | number)[];
  readonly problems: readonly string[];
  /** ISO 8601. */
  readonly at: string;
  readonly commit: string;
}

export interface ProofSection {
  readonly title: string;
  readonly about: string;
  readonly columns: readonly string[];
  readonly rows: readonly ProofRow[];
  readonly versions: Readonly<Record<string, string>>;
}

export interface Machine {
  readonly commit: string;
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
  readonly gigabytes: number;
  readonly system: string;
}

export function machine(root: string): Machine;
export function proofReport(machine: Machine, sections: readonly ProofSection[]): string;
export function mergeRows(before: readonly ProofRow[], rows: readonly ProofRow[]): readonly ProofRow[];
export function passedLine(results: readonly Pick<ProofSection, 'rows'>[]): string;
