export interface EventuallyOptions {
  /** Milliseconds until the last failure is reported; default 5,000. */
  readonly withinMs?: number;
  /** Milliseconds between tries; default 20. */
  readonly everyMs?: number;
}

/** Repeats a check that looks at something outside until it passes; then gives its value. Rejects with its last failure. */
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
