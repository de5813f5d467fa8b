import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleId } from './entries.ts';

/** The texts of one language, as they are in its file. */
export async function textsOf(root: string, code: string, bundle: Parameters<typeof bundleId>[1]) {
  return JSON.parse(await readFile(join(root, bundleId(code, bundle)), 'utf8'));
}
