/** The preferences this product may store in the browser. If storage is off, nothing is remembered. */
export type StoredChoice =
  | 'darkMode'
  | 'selected.locale'
  | 'selectedDomain'
  | 'drawer.menu'
  | 'audit.views'
  | 'recent.folded';

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
    // Private mode or full storage: the choice lasts for this page only.
  }
}
