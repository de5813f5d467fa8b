import { type CommitNews, LogWatch } from '@onceover/event-store';

/** A consumer committed what it made of events. */
export interface ConsumerNews {
  /** Its name, without the version. */
  readonly consumer: string;
  /** For whom what it keeps has changed. */
  readonly tenants: ReadonlySet<string>;
}

/** How the listeners in a process hear of commits. A lost ring costs only time: the watch finds what it was about. */
export interface Doorbell {
  /** This process committed: those it concerns read at once. */
  readonly ring: (news: CommitNews) => void;
  /** Calls `listener` at every ring until disposed. */
  onRing(listener: (news: CommitNews) => void): Disposable;
  /** The same for what consumers of this process commit. */
  readonly ringHandled: (news: ConsumerNews) => void;
  onHandled(listener: (news: ConsumerNews) => void): Disposable;
  /** Finds what other processes commit, for all sources of this one. */
  readonly watch: LogWatch;
}

/** One per process: every event store rings it (`onCommitted`), every source listens (`source.wake`) and shares its watch. */
export function createDoorbell(): Doorbell {
  const [commits, handled] = [listeners<CommitNews>(), listeners<ConsumerNews>()];
  return {
    watch: new LogWatch(),
    ring: commits.tell,
    onRing: commits.on,
    ringHandled: handled.tell,
    onHandled: handled.on,
  };
}

function listeners<News>() {
  const all = new Set<(news: News) => void>();
  return {
    tell(news: News): void {
      for (const listener of all) listener(news);
    },
    on(listener: (news: News) => void): Disposable {
      const own = (news: News) => listener(news);
      all.add(own);
      return { [Symbol.dispose]: () => void all.delete(own) };
    },
  };
}
