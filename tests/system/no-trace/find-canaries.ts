import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Hit {
  readonly where: string;
  readonly canary: string;
}

type Canaries = Readonly<Record<string, string>>;

/** Searches for each canary in every file below a directory, as text and in the forms that binary columns take. */
export function canariesInFiles(directory: string, canaries: Canaries): Hit[] {
  const search = new CanarySearch(canaries);
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return search.in(readFileSync(file), path.relative(directory, file));
    });
}

export function canariesIn(bytes: Buffer, canaries: Canaries, where: string): Hit[] {
  return new CanarySearch(canaries).in(bytes, where);
}

const WORD = 4;
const FILTER_BITS = 22;

interface Form {
  readonly canary: string;
  readonly bytes: Buffer;
}

/** Thousands of canaries in one pass over the bytes, by the last four bytes of each form. */
class CanarySearch {
  readonly #forms = new Map<number, Form[]>();
  readonly #mayEnd = new Uint8Array(2 ** FILTER_BITS);

  constructor(canaries: Canaries) {
    for (const [canary, value] of Object.entries(canaries)) {
      for (const form of new Set(formsOf(value))) this.#add({ canary, bytes: Buffer.from(form) });
    }
  }

  in(bytes: Buffer, where: string): Hit[] {
    const found = new Set<string>();
    let word = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      word = ((word << 8) | (bytes[at] as number)) >>> 0;
      if (this.#mayEnd[placeOf(word)] === 0) continue;
      for (const { canary, bytes: form } of this.#forms.get(word) ?? []) {
        const start = at + 1 - form.length;
        if (start >= 0 && form.compare(bytes, start, at + 1) === 0) found.add(canary);
      }
    }
    return [...found].map((canary) => ({ where, canary }));
  }

  #add(form: Form): void {
    if (form.bytes.length < WORD) throw new TypeError(`too short to be found: ${form.canary}`);
    const word = form.bytes.readUInt32BE(form.bytes.length - WORD);
    this.#forms.getOrInsertComputed(word, () => []).push(form);
    this.#mayEnd[placeOf(word)] = 1;
  }
}

function placeOf(word: number): number {
  return Math.imul(word, 0x9e_37_79_b1) >>> (32 - FILTER_BITS);
}

function formsOf(value: string): string[] {
  const raw = Buffer.from(value, 'utf8');
  // Without the ends, which depend on what is next to the value.
  return [value, raw.toString('hex'), raw.toString('base64').slice(0, -4), encodeURIComponent(value)];
}
