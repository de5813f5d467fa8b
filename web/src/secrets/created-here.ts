export interface Created {
  readonly metadataKey: string;
  /** Only when the server generated it. */
  readonly generatedValue: string | null;
  /** Where the link is emailed; null: nowhere. */
  readonly mailedTo: string | null;
}

/** What this tab knows about messages it created. It is kept in memory only and is gone with the tab. */
const created = new Map<string, Created>();
const unseenKeys = new Set<string>();

export function rememberCreated(message: Created): void {
  created.set(message.metadataKey, message);
  unseenKeys.add(message.metadataKey);
}

export function wasCreatedHere(metadataKey: string): boolean {
  return created.has(metadataKey);
}

/** True once: when the page of a message that was just created opens for the first time. */
export function isFirstVisit(metadataKey: string): boolean {
  return unseenKeys.delete(metadataKey);
}

/** The whole address as it was typed here; the server tells only its mask. */
export function mailedTo(metadataKey: string): string | null {
  return created.get(metadataKey)?.mailedTo ?? null;
}

export function generatedValue(metadataKey: string): string | null {
  return created.get(metadataKey)?.generatedValue ?? null;
}

/** A generated value is shown on one visit of one page; leaving it forgets it. */
export function forgetGenerated(metadataKey: string): void {
  const message = created.get(metadataKey);
  if (message !== undefined) created.set(metadataKey, { ...message, generatedValue: null });
}
