import { useSyncExternalStore } from 'react';

/** How long a row shows that it has just changed. Source: web reference 8.6 */
const shownMilliseconds = 1200;

const changed = new Map<string, ReturnType<typeof setTimeout>>();
const watchers = new Set<() => void>();

/** Marks a row, such as by its owner handle, as just changed. */
export function markChanged(row: string): void {
  clearTimeout(changed.get(row));
  const unmark = () => {
    changed.delete(row);
    tell();
  };
  changed.set(row, setTimeout(unmark, shownMilliseconds));
  tell();
}

export function useJustChanged(row: string): boolean {
  return useSyncExternalStore(watch, () => changed.has(row));
}

function tell(): void {
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
