import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Hit {
  readonly where: string;
  readonly canary: string;
}

/** Searches for each canary in every file below a directory, as text and in the forms that binary columns take. */
export function canariesInFiles(directory: string, canaries: Readonly<Record<string, string>>): Hit[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return canariesIn(readFileSync(file), canaries, path.relative(directory, file));
    });
}

export function canariesIn(bytes: Buffer, canaries: Readonly<Record<string, string>>, where: string): Hit[] {
  return Object.entries(canaries)
    .filter(([, value]) => formsOf(value).some((form) => bytes.includes(form)))
    .map(([canary]) => ({ where, canary }));
}

function formsOf(value: string): string[] {
  const raw = Buffer.from(value, 'utf8');
  // Without the ends, which depend on what is next to the value.
  return [value, raw.toString('hex'), raw.toString('base64').slice(0, -4), encodeURIComponent(value)];
}
