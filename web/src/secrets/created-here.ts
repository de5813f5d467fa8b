export interface Created {
  readonly metadataKey: string;
  /** Only when the server generated it. */
  readonly generatedValue: string | null;
  /** Where the link is emailed; null: nowhere. */
  readonly mailedTo: string | null;
}

/** What this tab knows about messages it created. It is kept in memory only and is gone with the tab. */
const createdKeys = new Set<string>();
const unseenKeys = new Set<string>();
const generatedValues = new Map<string, string>();
const mailAddresses = new Map<string, string>();

export function rememberCreated({ metadataKey, generatedValue, mailedTo }: Created): void {
  createdKeys.add(metadataKey);
  unseenKeys.add(metadataKey);
  if (generatedValue !== null) generatedValues.set(metadataKey, generatedValue);
  if (mailedTo !== null) mailAddresses.set(metadataKey, mailedTo);
}

export function wasCreatedHere(metadataKey: string): boolean {
  return createdKeys.has(metadataKey);
}

/** True once: when the page of a message that was just created opens for the first time. */
export function isFirstVisit(metadataKey: string): boolean {
  return unseenKeys.delete(metadataKey);
}

/** The whole address as it was typed here; the server tells only its mask. */
export function mailedTo(metadataKey: string): string | null {
  return mailAddresses.get(metadataKey) ?? null;
}

export function generatedValue(metadataKey: string): string | null {
  return generatedValues.get(metadataKey) ?? null;
}

/** A generated value is shown on one visit of one page; leaving it forgets it. */
export function forgetGenerated(metadataKey: string): void {
  generatedValues.delete(metadataKey);
}
