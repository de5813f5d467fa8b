/** What was rung with, if anything: a short text for those who listen, never anything secret. */
export type BellListener = (payload?: string) => void;

/**
 * Bells that tell streams when to look again, each by its topic. One set per process.
 * A ring says only that something may have changed; whoever listens reads it. A lost ring costs time and nothing else, so
 * nothing is kept, and a ring that nobody listens to costs next to nothing.
 */
export interface Bells {
  /** Calls the listeners of a topic at once. A topic names no key, address or content: it may be seen by operators. */
  ring(topic: string, payload?: string): void;
  /** Listens until disposed. A listener only takes note: it neither throws nor works. */
  on(topic: string, listener: BellListener): Disposable;
}

export function createBells(): Bells {
  const topics = new Map<string, Set<BellListener>>();
  return {
    ring(topic, payload) {
      const listeners = topics.get(topic);
      if (listeners === undefined) return;
      for (const listener of listeners) listener(payload);
    },
    on(topic, listener) {
      const own: BellListener = (payload) => listener(payload);
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(own));
      return {
        [Symbol.dispose]() {
          if (listeners.delete(own) && listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
        },
      };
    },
  };
}
