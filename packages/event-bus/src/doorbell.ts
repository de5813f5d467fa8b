/** Rings within a process: one side commits, the others poll at once. A lost ring costs nothing: they poll anyway. */
export interface Doorbell {
  readonly ring: () => void;
  /** Calls `listener` at every ring until disposed. */
  onRing(listener: () => void): Disposable;
}

/** One per process: every event store rings it (`onCommitted`), every source listens (`source.wake`). */
export function createDoorbell(): Doorbell {
  const listeners = new Set<() => void>();
  return {
    ring() {
      for (const listener of listeners) listener();
    },
    onRing(listener) {
      const own = () => listener();
      listeners.add(own);
      return { [Symbol.dispose]: () => void listeners.delete(own) };
    },
  };
}
