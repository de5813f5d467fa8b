/** Values by name, of which only the most recently used are kept. */
export interface RecentlyUsed<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
}

export function recentlyUsed<Value>(capacity: number): RecentlyUsed<Value> {
  const kept = new Map<string, Value>();
  const put = (name: string, value: Value) => {
    // At the end, as the newest.
    kept.delete(name);
    kept.set(name, value);
  };
  return {
    get(name) {
      const value = kept.get(name);
      if (value !== undefined) put(name, value);
      return value;
    },
    set(name, value) {
      put(name, value);
      const oldest = kept.keys().next().value;
      if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
    },
  };
}
