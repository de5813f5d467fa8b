/** A value that components follow: `useSyncExternalStore` takes `watch` and `get`. */
export function watched<Value>(initial: Value) {
  let current = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => current,
    set(next: Value) {
      if (next === current) return;
      current = next;
      for (const watcher of watchers) watcher();
    },
    watch(watcher: () => void) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
