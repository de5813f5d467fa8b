/** What this tab knows about messages it created. It is kept in memory only and is gone with the tab. */
const createdKeys = new Set<string>();
const generatedValues = new Map<string, string>();

export function rememberCreated(metadataKey: string, generated: string | null): void {
  createdKeys.add(metadataKey);
  if (generated !== null) generatedValues.set(metadataKey, generated);
}

export function wasCreatedHere(metadataKey: string): boolean {
  return createdKeys.has(metadataKey);
}

export function generatedValue(metadataKey: string): string | null {
  return generatedValues.get(metadataKey) ?? null;
}

/** A generated value is shown on one visit of one page; leaving it forgets it. */
export function forgetGenerated(metadataKey: string): void {
  generatedValues.delete(metadataKey);
}
