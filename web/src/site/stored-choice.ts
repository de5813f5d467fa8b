/** The preferences this product may keep in the browser. Storage may be off; then nothing is remembered. */
export type StoredChoice = 'darkMode' | 'selected.locale' | 'selectedDomain';

export function readChoice(name: StoredChoice): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function storeChoice(name: StoredChoice, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Private mode or a full store: the choice holds for this page only.
  }
}
