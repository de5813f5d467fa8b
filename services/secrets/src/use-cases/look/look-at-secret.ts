import type { Caller } from '@onceover/graphql-kit/caller';
import { noteLate, type Refusals } from '../reveal/refused-openings.ts';
import { type KeyDerivation, lookupOfAny } from '../secret/secret-keys.ts';
import type { SecretVault } from '../secret/stored-secret.ts';
import { type Verifications, verdictOn } from '../secret/verifications.ts';

/** The gate: what anybody with the secret key may know before opening. */
export interface SecretGate {
  readonly shortkey: string;
  readonly hasPassphrase: boolean;
  readonly isVerification: boolean;
  readonly ownerRef: string | null;
  readonly shareDomain: string | null;
}

/** The gate of a secret, and the secret itself. */
export interface FoundGate {
  readonly gate: SecretGate;
  readonly secretId: string;
  /** Whether it can be opened now. */
  readonly isOpenable: boolean;
}

/** Reads the gate of a secret. */
export interface SecretGates {
  /** Null for keys that name nothing. */
  gate(lookup: Buffer): Promise<FoundGate | null>;
}

export interface LookPorts {
  readonly keys: KeyDerivation;
  readonly vault: SecretGates & SecretVault;
  readonly refusals: Refusals;
  readonly verifications: Verifications;
}

/**
 * What a recipient may know before opening. Needs no server key and changes nothing; that somebody came after the end is
 * noted for the creator. A verification secret asks for the
 * password of its sign-up as for a passphrase, unless the browser that signed up looks at it.
 *
 * Shape    null when the key opens nothing, whatever the reason
 * Source   REST contract 5.2; security R4, R9
 */
export function lookAtSecretUseCase(ports: LookPorts) {
  return async (secretKey: string, caller: Caller): Promise<SecretGate | null> => {
    const lookup = lookupOfAny(ports.keys, secretKey);
    const found = await ports.vault.gate(lookup);
    if (found === null) return null;
    const { gate, secretId, isOpenable } = found;
    if (gate.isVerification) return isOpenable ? await verificationGate(ports, lookup, gate, caller) : null;
    if (isOpenable) return gate;
    noteLate(ports.refusals, { secretId, binding: { lookup, ownerRef: gate.ownerRef } }, caller);
    return null;
  };
}

async function verificationGate(
  ports: LookPorts,
  lookup: Buffer,
  gate: SecretGate,
  caller: Caller,
): Promise<SecretGate | null> {
  const entry = await ports.vault.find(lookup, null);
  if (entry === null || entry.content === null) return null;
  const verdict = await verdictOn(ports, entry.secret, caller, null);
  return verdict === 'over' ? null : { ...gate, hasPassphrase: verdict === 'needs-password' };
}
