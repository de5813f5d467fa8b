/** What owners see of a secret in their list. */
export interface SearchedSecret {
  readonly label: string | null;
  /** Of its metadata. */
  readonly shortkey: string;
  readonly secretShortkey: string;
  /** Obscured. */
  readonly recipients: string | null;
}

/** Whether any of it contains what somebody looks for, in any case and however its letters are composed. */
export function matchesSearch(secret: SearchedSecret, sought: string): boolean {
  const wanted = folded(sought.trim());
  const shown = [secret.label, secret.secretShortkey, secret.shortkey, secret.recipients];
  return shown.some((text) => folded(text ?? '').includes(wanted));
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
