import { hmacSha1 } from '@onceover/service-kit/crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_SECONDS = 30;

/** The six digits an authenticator app shows for a manual key, `stepsAhead` of now. Source: RFC 6238. */
export function totpCode(manualKey: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + stepsAhead));
  const digest = hmacSha1(base32Bytes(manualKey), counter);
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function base32Bytes(text: string): Buffer {
  const digits = [...text.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')].map((digit) => ALPHABET.indexOf(digit));
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
