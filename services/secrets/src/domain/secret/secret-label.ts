import { BadLabel } from './secret-errors.ts';
import { countCharacters } from './truncation.ts';

/** In characters (code points), after trimming. */
export const maxLabelCharacters = 500;

/** Control characters, line breaks, and what reorders the text around it: embeddings, overrides, isolates. */
const unfit = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/**
 * An owner's private name for a secret: one line in any script. Null for blank text: no label.
 *
 * Refuses  secret.bad-label: too long, or with a character that is no text
 */
export function labelFrom(text: string): string | null {
  const label = text.toWellFormed().normalize('NFC').trim();
  if (label === '') return null;
  if (countCharacters(label) > maxLabelCharacters || unfit.test(label)) throw new BadLabel();
  return label;
}
