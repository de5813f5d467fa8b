/** What owners see of a secret in their list. */
export interface SearchedSecret {
  readonly label: string | null;
  /** Of its metadata. */
  readonly shortkey: string;
  readonly secretShortkey: string;
  /** Obscured. */
  readonly recipients: string | null;
}

/** Whether any of it contains what somebody looks for, whatever its case, its accents and points, and how its letters are composed. */
export function matchesSearch(secret: SearchedSecret, sought: string): boolean {
  const wanted = folded(sought.trim());
  const shown = [secret.label, secret.secretShortkey, secret.shortkey, secret.recipients];
  return shown.some((text) => folded(text ?? '').includes(wanted));
}

/** Accents of Latin, Greek and Cyrillic, Hebrew points and Arabic vowels: those who search often leave them out. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** By way of the capitals, which know one sigma, one `I` and no `ß`. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(optionalMarks, '').toUpperCase().toLowerCase();
}
