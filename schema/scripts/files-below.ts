import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A source, test, README or SQL file, by its place below a folder. */
export interface SourceFile {
  /** From the folder on, with `/`. */
  readonly file: string;
  readonly text: string;
}

/** A line of such a file; its number begins with 1. */
export interface SourceLine extends SourceFile {
  readonly number: number;
}

/** Every such file below a folder, in the order of their names; what npm installed is not read. */
export function filesBelow(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|sql|md|json)$/.test(file) && !/(^|\/)node_modules\//.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
}

/** Every line of these. */
export function linesBelow(folder: string): readonly SourceLine[] {
  return filesBelow(folder).flatMap(({ file, text: whole }) =>
    whole.split('\n').map((text, index) => ({ file, number: index + 1, text })),
  );
}
