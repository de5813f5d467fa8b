import { join } from '@onceover/service-kit/crypto';
import type { SecretBinding } from '../../../use-cases/secret/secret-cipher.ts';
import { LABELS, numberBytes } from './labels.ts';

const FLAG_HAS_PASSPHRASE = 0b0001;
const FLAG_VERIFICATION = 0b0010;
const FLAG_TRUNCATED = 0b0100;
// 0b1000 is reserved for end-to-end mode (a second key in the fragment); the other bits are zero.

/**
 * `meta`: what every ciphertext of a secret is bound to, so that no row can be changed or swapped unnoticed.
 *
 * Fields, each preceded by its length (`join`):
 *  1. the label `onceover/v1/meta`
 *  2. kind: `share`, `generate`, `incoming` or `verification`, ASCII
 *  3. lookup: 32 bytes
 *  4. owner_ref: empty when null, else the byte 1 and the UTF-8 text, so that null and '' differ
 *  5. share_domain_id: likewise
 *  6. created: milliseconds since 1970 UTC, 8 bytes big-endian, signed
 *  7. expires: likewise
 *  8. kdf: parameter set, 4 bytes big-endian
 *  9. flags: 1 byte; bit 0 has_pass, bit 1 verification, bit 2 truncated, bit 3 e2e (reserved, 0)
 */
export function bindingBytes(binding: SecretBinding): Buffer {
  return join(
    LABELS.meta,
    binding.kind,
    binding.lookup,
    nullableText(binding.ownerRef),
    nullableText(binding.shareDomainId),
    instant(binding.createdAt),
    instant(binding.expiresAt),
    numberBytes(binding.kdf),
    Buffer.of(flagsByte(binding)),
  );
}

/** The flags of a binding as the stored byte. */
function flagsByte(binding: SecretBinding): number {
  return (
    (binding.hasPassphrase ? FLAG_HAS_PASSPHRASE : 0) |
    (binding.isVerification ? FLAG_VERIFICATION : 0) |
    (binding.isTruncated ? FLAG_TRUNCATED : 0)
  );
}

function nullableText(text: string | null): string {
  return text === null ? '' : `\u0001${text}`;
}

function instant(at: Date): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  const milliseconds = at.getTime();
  bytes.writeInt32BE(Math.floor(milliseconds / 2 ** 32), 0);
  bytes.writeUInt32BE(((milliseconds % 2 ** 32) + 2 ** 32) % 2 ** 32, 4);
  return bytes;
}
