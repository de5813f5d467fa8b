import { join, numberBytes } from '@onceover/service-kit/crypto';
import type { SecretBinding } from '../../../use-cases/secret/secret-cipher.ts';
import { bitsOf } from '../../secret-flags.ts';
import { LABELS } from './labels.ts';

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
 *  9. flags: 1 byte, see `secret-flags.ts`
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
    Buffer.of(bitsOf(binding)),
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
