import { type KeyDerivation, lookupOfAny } from '../secret/secret-keys.ts';

/** The gate: what anybody with the secret key may know before opening. */
export interface SecretGate {
  readonly shortkey: string;
  readonly hasPassphrase: boolean;
  readonly isVerification: boolean;
  readonly ownerRef: string | null;
  readonly shareDomain: string | null;
}

/** Reads the gate of a secret. */
export interface SecretGates {
  /** Null unless it can be opened now. */
  gate(lookup: Buffer): Promise<SecretGate | null>;
}

/**
 * What a recipient may know before opening. Changes nothing and needs no server key.
 *
 * Shape    null when the key opens nothing, whatever the reason
 * Source   REST contract 5.2; security R4, R9
 */
export function lookAtSecretUseCase({ keys, vault }: { readonly keys: KeyDerivation; readonly vault: SecretGates }) {
  return (secretKey: string): Promise<SecretGate | null> => vault.gate(lookupOfAny(keys, secretKey));
}
