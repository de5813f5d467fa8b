import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A line of a source, test, README or SQL file, by its place below a folder. */
export interface SourceLine {
  /** From the folder on, with `/`. */
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

/** Every line of every such file below a folder, in the order of their names; what npm installed is not read. */
export function linesBelow(folder: string): readonly SourceLine[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|sql|md|json)$/.test(file) && !/(^|\/)node_modules\//.test(file))
    .toSorted()
    .flatMap((file) => {
      const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
      return lines.map((text, index) => ({ file, number: index + 1, text }));
    });
}
