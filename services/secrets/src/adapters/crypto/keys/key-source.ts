import { type KeyFiles, parseKey } from './key-files.ts';

/** Where key-encryption keys come from. */
export interface KeySource {
  /** A fresh copy that the caller wipes, or null when there is none of this version. */
  kek(version: number): Promise<Buffer | null>;
  /** What to call it in a message to the operator. */
  readonly name: string;
}

/**
 * The key given by the settings if there is one, else the file in the keys directory.
 * A given key stands for every version; its key check tells whether it is the right one.
 */
export function createKeySource(files: KeyFiles, given: string | null): KeySource {
  if (given === null) return { kek: (version) => files.readKek(version), name: 'the keys directory' };
  parseKey(given, 'ONCEOVER_KEK').fill(0); // refuse a weak one at start
  return { kek: async () => parseKey(given, 'ONCEOVER_KEK'), name: 'ONCEOVER_KEK' };
}
