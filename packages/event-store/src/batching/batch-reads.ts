import { atEndOfTurn, type StartOn } from './start-on.ts';

export interface ReadLimits {
  readonly maxKeys: number;
  /** Loads in flight at once. */
  readonly connections: number;
}

interface Waiter<V> {
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
}

/**
 * Natural batching of reads by key: keys requested while a load is in flight, or in one turn of the event loop, go into the
 * next one.
 *
 * Shape    `undefined` if the loader's map lacks the key; callers with the same key share a load, but never one that
 *          started before they asked (a read after a write sees the write)
 * Refuses  whatever the loader throws, to every caller of that load
 */
export function batchReads<K, V>(
  load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  limits: ReadLimits = { maxKeys: 64, connections: 1 },
  startOn: StartOn = atEndOfTurn,
): (key: K) => Promise<V | undefined> {
  const waiting = new Map<K, Waiter<V>[]>();
  let inFlight = 0;

  async function run(batch: readonly (readonly [K, Waiter<V>[]])[]): Promise<void> {
    try {
      const found = await load(batch.map(([key]) => key));
      for (const [key, waiters] of batch) for (const waiter of waiters) waiter.resolve(found.get(key));
    } catch (error) {
      for (const [, waiters] of batch) for (const waiter of waiters) waiter.reject(error);
    } finally {
      inFlight -= 1;
      soon();
    }
  }

  function pump(): void {
    while (inFlight < limits.connections && waiting.size > 0) {
      const batch = [...waiting].slice(0, limits.maxKeys);
      for (const [key] of batch) waiting.delete(key);
      inFlight += 1;
      void run(batch);
    }
  }

  const soon = startOn(pump);
  return (key) =>
    new Promise((resolve, reject) => {
      const waiters = waiting.get(key);
      if (waiters === undefined) waiting.set(key, [{ resolve, reject }]);
      else waiters.push({ resolve, reject });
      soon();
    });
}
