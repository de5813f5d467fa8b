import { hmacSha1, isEqual, randomBytes } from '@onceover/service-kit/crypto';
import type { OneTimeCodes } from '../../use-cases/account/two-step-book.ts';

const SEED_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Codes of authenticator apps: RFC 6238 as every app supports it, with SHA-1, six digits, thirty seconds, ±1 step. */
export const oneTimeCodes: OneTimeCodes = {
  newSeed: () => randomBytes(SEED_BYTES),
  textOf: base32,
  stepOf(seed, code, at) {
    const given = Buffer.from(code, 'latin1');
    const now = Math.floor(at.getTime() / 1000 / STEP_SECONDS);
    let found: number | null = null;
    for (const step of [now - 1, now, now + 1]) {
      if (isEqual(given, Buffer.from(codeAt(seed, step), 'latin1'))) found = step;
    }
    return found;
  },
};

/** The code of one time step (RFC 4226). */
export function codeAt(seed: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = hmacSha1(seed, counter);
  const offset = (mac[mac.length - 1] ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >>> bits) & 31] ?? '';
    }
  }
  return bits === 0 ? text : text + (ALPHABET[(value << (5 - bits)) & 31] ?? '');
}
