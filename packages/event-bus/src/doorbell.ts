import { type CommitNews, LogWatch } from '@onceover/event-store';

/** How the listeners in a process hear of commits. A lost ring costs only time: the watch finds what it was about. */
export interface Doorbell {
  /** This process committed: those it concerns look at once. */
  readonly ring: (news: CommitNews) => void;
  /** Calls `listener` at every ring until disposed. */
  onRing(listener: (news: CommitNews) => void): Disposable;
  /** Finds what other processes commit, for all sources of this one. */
  readonly watch: LogWatch;
}

/** One per process: every event store rings it (`onCommitted`), every source listens (`source.wake`) and shares its watch. */
export function createDoorbell(): Doorbell {
  const listeners = new Set<(news: CommitNews) => void>();
  return {
    watch: new LogWatch(),
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
