import type { CommitNews } from '@onceover/event-store';

/** Rings within a process: one side commits, those it concerns look at once. A lost ring costs only time. */
export interface Doorbell {
  readonly ring: (news: CommitNews) => void;
  /** Calls `listener` at every ring until disposed. */
  onRing(listener: (news: CommitNews) => void): Disposable;
}

/** One per process: every event store rings it (`onCommitted`), every source listens (`source.wake`). */
export function createDoorbell(): Doorbell {
  const listeners = new Set<(news: CommitNews) => void>();
  return {
    ring(news) {
      for (const listener of listeners) listener(news);
    },
    onRing(listener) {
      const own = (news: CommitNews) => listener(news);
      listeners.add(own);
      return { [Symbol.dispose]: () => void listeners.delete(own) };
    },
  };
}
