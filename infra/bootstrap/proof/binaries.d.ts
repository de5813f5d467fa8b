export interface Binary {
  readonly name: string;
  readonly file: string;
  readonly version: string;
}

export function binaries(env: Readonly<Record<string, string>>): readonly Binary[];
