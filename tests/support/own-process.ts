import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What is mocked is not what other files have loaded. A file that needs its process for another reason says so. */
const NEEDS_ITS_OWN = /\bvi\.(?:doMock|mock|resetModules)\(|^\/\/ In a process of its own: /m;

/**
 * Test files that share their process with no other. All others of a project run one after another in its workers, which load what
 * they import once.
 */
export function filesOfOwnProcess(include: readonly string[], exclude: readonly string[]): string[] {
  const files = globSync([...include], { cwd: root, exclude: [...exclude, '**/dist/**'] });
  return files.filter((file) => NEEDS_ITS_OWN.test(readFileSync(root + file, 'utf8'))).sort();
}
