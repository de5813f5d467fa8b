/**
 * Bells that tell streams when to read again, each by its topic. A ring says only that something may have changed;
 * whoever listens reads it. A lost ring costs time and nothing else, so nothing is kept, and a ring that nobody listens
 * to costs next to nothing.
 */
export interface Bells {
  /** Calls the topic's listeners soon. A topic names no key, address or content: it may be seen by operators. */
  ring(topic: string): void;
  /**
   * Listens until disposed: whatever is rung once this has resolved is heard. A listener only takes note: it neither throws nor
   * works.
   */
  on(topic: string, listener: () => void): Promise<Disposable>;
}

/** The bells of one process; its rings are heard at once. */
export function createBells(): Bells {
  const topics = new Map<string, Set<() => void>>();
  return {
    ring(topic) {
      for (const listener of topics.get(topic) ?? []) listener();
    },
    async on(topic, listener) {
      const own = () => listener();
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
