import { readFileSync } from 'node:fs';
import { Failure, usage } from '../failure.ts';
import { replaceFile } from './replace-file.ts';

const POSITION = /^\d{1,16}$/;

export function isPosition(text: string): boolean {
  return POSITION.test(text);
}

/** The position that is kept in a file; undefined: there is no such file yet. */
export function readPosition(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw usage(`The file of --state cannot be read${code === undefined ? '' : ` (${code})`}.`);
  }
  if (isPosition(text)) return text;
  throw usage('The file of --state does not hold a position. Remove it to begin with the oldest event.');
}

export function keepPosition(file: string, position: string): void {
  try {
    replaceFile(file, `${position}\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure('notWritten', `The file of --state cannot be written${code === undefined ? '' : ` (${code})`}.`);
  }
}
