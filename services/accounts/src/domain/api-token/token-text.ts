const prefix = 'onceover_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyCharacters = 43;
const sumCharacters = 6;

/**
 * A further token as its owner sees it, once: `onceover_`, 256 random bits in base62, and the CRC-32 of all before it, by
 * which scanners for leaked keys recognise it, and a half-copied one is noticed, without asking us.
 */
export function tokenText(random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('a token is made of 32 random bytes');
  let number = 0n;
  for (const byte of random) number = number * 256n + BigInt(byte);
  const body = `${prefix}${base62(number, bodyCharacters)}`;
  return `${body}${base62(BigInt(crc32(body)), sumCharacters)}`;
}

function base62(number: bigint, characters: number): string {
  let text = '';
  for (let rest = number; text.length < characters; rest /= 62n) text = (digits[Number(rest % 62n)] ?? '') + text;
  return text;
}

/** CRC-32 as in zip and Ethernet, of ASCII text. */
function crc32(text: string): number {
  let sum = 0xffff_ffff;
  for (const character of text) {
    sum ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb8_8320 : 0);
  }
  return (sum ^ 0xffff_ffff) >>> 0;
}
