/** How long a text waits for the page that shows it. */
export const keptMilliseconds = 60_000;

/** So many wait at most: somebody shares one after another, and each opens a window of its own. */
const maxWaiting = 5;

/**
 * Holds shared texts, in the memory of the worker alone, each until it was given out once, or for a minute. Pages get them in the order in
 * which they came, so that two that come in quick succession do not change places.
 */
export function textBox() {
  const waiting = new Map<() => void, string>();
  /** What forgets the text that has waited longest, and that text. */
  const oldest = () => waiting.entries().next().value;
  return {
    /** Resolves when the text is gone from here. */
    put(shared: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const forget = () => {
        clearTimeout(timer);
        waiting.delete(forget);
        resolve();
      };
      const timer = setTimeout(forget, keptMilliseconds);
      waiting.set(forget, shared);
      if (waiting.size > maxWaiting) oldest()?.[0]();
      return promise;
    },
    take(): string | null {
      const [forget, text] = oldest() ?? [];
      forget?.();
      return text ?? null;
    },
  };
}
