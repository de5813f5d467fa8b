import type { CommandContext } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { contextOf } from '../secret/command-context.ts';
import type { Failpoint } from '../secret/failpoint.ts';
import type { SecretBinding } from '../secret/secret-cipher.ts';
import type { KeyDerivation } from '../secret/secret-keys.ts';
import type { StoredSecret } from '../secret/stored-secret.ts';
import { type Alarm, type KeyRing, type OpenedSecret, withLoadedKeys } from '../secret/with-loaded-keys.ts';

/** Seals a claimed secret for its claimant alone, under the claim token and the epoch key. */
export interface RedeliveryCipher {
  sealRedelivery(input: { claimToken: string; secretKey: string; plaintext: Buffer; binding: SecretBinding }): {
    readonly epoch: number;
    readonly rblob: Buffer;
  };
  /** Throws like `SecretCipher.open`. */
  openRedelivery(input: {
    claimToken: string;
    secretKey: string;
    epoch: number;
    rblob: Buffer;
    binding: SecretBinding;
  }): Buffer;
}

/** Rows of a claimant who may fetch again, for 120 s and three times. */
export interface Redeliveries {
  /** Uses up one redelivery. Null when there is none left, it is too late, or nobody claimed with this token. */
  take(lookup: Buffer, tokenHash: Buffer): Promise<{ epoch: number; rblob: Buffer; secret: StoredSecret } | null>;
  /** Ends the redeliveries and records that the content arrived, with its event. Does nothing for unknown ones. */
  acknowledge(lookup: Buffer, tokenHash: Buffer, context: Pick<CommandContext, 'commandId' | 'meta'>): Promise<void>;
}

export interface RedeliverPorts {
  readonly redeliveries: Redeliveries;
  readonly cipher: RedeliveryCipher;
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

/**
 * The same content once more, for the same claimant: same secret key, same token, within 120 s, at most three times.
 * Null for everybody else. Security 4.1 R2.
 */
export async function redeliver(ports: RedeliverPorts, claimant: Claimant): Promise<OpenedSecret | null> {
  const { secretKey, lookup, token } = claimant;
  if (token === null) return null;
  const taken = await ports.redeliveries.take(lookup, token.hash);
  if (taken === null) return null;
  return await withLoadedKeys(
    ports,
    taken,
    ({ secret }) => secret.secretId,
    ({ epoch, rblob, secret }) => {
      const { binding } = secret;
      const sealed = { claimToken: token.text, secretKey, epoch, rblob, binding };
      return { secret, plaintext: ports.cipher.openRedelivery(sealed) };
    },
    // A re-wrap may have moved the row to another epoch; reading it again costs one redelivery.
    () => ports.redeliveries.take(lookup, token.hash),
  );
}

/**
 * The content arrived: its claimant ends the redeliveries, and the creator sees that delivery is confirmed.
 * The same answer for every key and token. Security 4.2 step 5, R10.
 */
export function acknowledgeSecretUseCase(ports: {
  readonly keys: KeyDerivation;
  readonly redeliveries: Redeliveries;
  readonly failpoint: Failpoint;
}) {
  return async (secretKey: string, claimToken: string, caller: Caller): Promise<void> => {
    const { keys, redeliveries } = ports;
    // Whose the secret is turns out where the event is written.
    const context = contextOf(caller, null, null);
    await redeliveries.acknowledge(keys.lookupOf(secretKey), keys.tokenHashOf(claimToken), context);
    await ports.failpoint('acknowledge.committed');
  };
}
