const quietMilliseconds = 60_000;
let lastActivity = Date.now();

/** Notes every key press and pointer press, so that calls a page makes by itself can be marked as such. */
export function watchActivity(): void {
  const note = () => {
    lastActivity = Date.now();
  };
  for (const name of ['pointerdown', 'keydown'] as const)
    addEventListener(name, note, { capture: true, passive: true });
}

/**
 * Marks a call as background if nobody has done anything for a minute: it must not keep an idle session alive.
 *
 * Source  security 5.1
 */
export function backgroundHeader(): Readonly<Record<string, string>> {
  return Date.now() - lastActivity > quietMilliseconds ? { 'O-Background': '1' } : {};
}
