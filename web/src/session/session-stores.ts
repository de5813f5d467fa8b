/** Everything in this tab that remembers the signed-in person, and how to make it forget. */
const forgetters = new Set<() => void>();

/** Returns what ends it. */
export function onSessionEnd(forget: () => void): () => void {
  forgetters.add(forget);
  return () => void forgetters.delete(forget);
}

/** Empties every store of this tab: memory, local and session storage, and the language cookie. */
export function clearStores(): void {
  for (const forget of forgetters) forget();
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[storage].clear();
    } catch {
      // Storage is off, so there is nothing in it.
    }
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser we serve
  document.cookie = 'locale=; path=/; max-age=0; samesite=lax';
}
