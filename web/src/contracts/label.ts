/** In characters (code points). The service has the last word. */
export const maxLabelCharacters = 500;

/** Control characters, line breaks, and what reorders the text around it. */
const unfit = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Why the service would refuse a label; null: it would not. */
export function checkLabel(text: string): 'bad_label' | null {
  const label = text.normalize('NFC').trim();
  return [...label].length > maxLabelCharacters || unfit.test(label) ? 'bad_label' : null;
}
