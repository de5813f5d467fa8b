const quietMilliseconds = 60_000;
let lastDoing = Date.now();

/** Notes every key and every press of a pointer, so that calls a page makes by itself can say so. */
export function watchDoing(): void {
  const note = () => {
    lastDoing = Date.now();
  };
  for (const name of ['pointerdown', 'keydown'] as const)
    addEventListener(name, note, { capture: true, passive: true });
}

/**
 * Nobody has done anything for a minute: what is asked for now must not keep an idle session alive.
 *
 * Source  security 5.1
 */
export function backgroundHeader(): Readonly<Record<string, string>> {
  return Date.now() - lastDoing > quietMilliseconds ? { 'O-Background': '1' } : {};
}
