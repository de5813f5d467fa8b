import type { KeyRing, SecretCipher } from '../secret/crypto-ports.ts';
import type { Alarm, Redeliveries, StoredSecret } from '../secret/ports.ts';
import { withLoadedKeys } from '../secret/with-loaded-keys.ts';

export interface RedeliverPorts {
  readonly redeliveries: Redeliveries;
  readonly cipher: SecretCipher;
  readonly keyRing: KeyRing;
  readonly alarm: Alarm;
}

/** Somebody who holds the secret key and may be its claimant. */
export interface Claimant {
  readonly secretKey: string;
  readonly lookup: Buffer;
  /** The `Idempotency-Key` of the claim; null for clients that send none and get strictly one answer. */
  readonly token: { readonly text: string; readonly hash: Buffer } | null;
}

export interface Redelivered {
  readonly secret: StoredSecret;
  readonly plaintext: Buffer;
}

/**
 * The same content once more, for the same claimant: same secret key, same token, within 120 s, at most three times.
 * Null for everybody else. Security 4.1 R2.
 */
export async function redeliver(ports: RedeliverPorts, claimant: Claimant): Promise<Redelivered | null> {
  const { secretKey, lookup, token } = claimant;
  if (token === null) return null;
  const taken = await ports.redeliveries.take(lookup, token.hash);
  if (taken === null) return null;
  return await withLoadedKeys(
    ports,
    taken,
    ({ secret }) => secret.secretId,
    ({ epoch, rblob, secret }) => ({
      secret,
      plaintext: ports.cipher.openRedelivery({
        claimToken: token.text,
        secretKey,
        epoch,
        rblob,
        binding: secret.binding,
      }),
    }),
    // A re-wrap may have moved the row to another epoch; reading it again costs one of the repeats.
    () => ports.redeliveries.take(lookup, token.hash),
  );
}
