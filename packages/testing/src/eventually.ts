export interface EventuallyOptions {
  /** Milliseconds until the last failure is reported; default 5,000. */
  readonly withinMs?: number;
  /** Milliseconds between tries; default 20. */
  readonly everyMs?: number;
}

/** Repeats a check on something outside the test until it passes. Returns its value, or rejects with the last failure. */
export async function eventually<R>(
  check: () => R | Promise<R>,
  { withinMs = 5_000, everyMs = 20 }: EventuallyOptions = {},
): Promise<R> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (failure) {
      if (performance.now() >= deadline) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
