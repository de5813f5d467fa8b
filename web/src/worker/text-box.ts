/** How long a text waits for the page that shows it. */
export const keptMilliseconds = 60_000;

/**
 * Holds one shared text, in the memory of the worker alone: until it was given out once, until the next one comes, or for a minute.
 */
export function textBox() {
  let text: string | null = null;
  let empty: () => void = () => undefined;
  return {
    /** Resolves when the text is gone from here. */
    put(shared: string): Promise<void> {
      empty();
      text = shared;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(() => empty(), keptMilliseconds);
      empty = () => {
        clearTimeout(timer);
        text = null;
        empty = () => undefined;
        resolve();
      };
      return promise;
    },
    take(): string | null {
      const taken = text;
      empty();
      return taken;
    },
  };
}
