import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { entries } from './entries.ts';
import { chunkOf, staticClosure } from './manifest.ts';

/**
 * What each task of an entry may run before its page is rendered, in kB (1000 bytes) of code as the browser reads it. While a task runs no
 * key or tap is heard, so a part that need not be there at the first paint is loaded after it, and no task grows unnoticed.
 */
const taskKilobytes: Readonly<Record<keyof typeof entries, readonly number[]>> = {
  // React and its renderer; then the router and the pages.
  app: [284, 210],
  // What asks the gate; then everything.
  secret: [9, 330],
};

/** Sums what is new in each task: the entry's own static imports, and then those of what it loads at once. */
export function weighEntries(dist: string) {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const kilobytes = (id: string) => statSync(join(dist, chunkOf(manifest, id).file)).size / 1000;
  return (Object.keys(entries) as (keyof typeof entries)[]).flatMap((entry) => {
    const read = new Set<string>();
    return [entries[entry].script, ...entries[entry].page].map((script, index) => {
      const fresh = staticClosure(manifest, [script]).filter((id) => !read.has(id));
      for (const id of fresh) read.add(id);
      const size = fresh.reduce((sum, id) => sum + kilobytes(id), 0);
      const allowed = taskKilobytes[entry][index] ?? 0;
      return { script, size, allowed, isOver: size > allowed };
    });
  });
}
