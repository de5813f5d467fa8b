/** Rings in process: one side commits, the others look. A ring nobody hears costs nothing, as everybody also polls. */
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
