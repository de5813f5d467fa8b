export interface Machine {
  readonly commit: string;
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
  readonly gigabytes: number;
  readonly system: string;
}

export function machine(root: string): Machine;
