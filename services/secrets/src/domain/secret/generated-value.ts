/** Letters, digits and `*$!?()`, without the five that people misread: i l o 1 0. */
export const generatedValueAlphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ23456789*$!?()';

/**
 * A password made for the sharer. `randomBytes` is the source; a byte that would favour some characters is drawn again.
 */
export function generateValue(length: number, randomBytes: (size: number) => Uint8Array): string {
  const size = generatedValueAlphabet.length;
  const fairBelow = 256 - (256 % size);
  let value = '';
  while (value.length < length) {
    for (const byte of randomBytes(length - value.length)) {
      if (byte < fairBelow) value += generatedValueAlphabet[byte % size] ?? '';
    }
  }
  return value;
}
