import type { Caller } from '@onceover/schema/caller';
import type { ProgramKind } from '@onceover/schema/events/secrets';
import type { RefusedOpenings } from '../reveal/refused-openings.ts';
import type { KeyDerivation } from '../secret/secret-keys.ts';
import type { SecretVault } from '../secret/stored-secret.ts';
import { type Verifications, verdictOn } from '../secret/verifications.ts';

/** The gate: what anybody with the secret key may know before opening. */
export interface SecretGate {
  readonly shortkey: string;
  readonly hasPassphrase: boolean;
  readonly isVerification: boolean;
  readonly ownerRef: string | null;
  readonly shareDomain: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface SecretGates {
  /** Null for keys that open nothing now, whatever the reason: nothing more is read of a secret that has ended. */
  gate(lookup: Buffer): Promise<SecretGate | null>;
}

export interface LookPorts {
  readonly keys: KeyDerivation;
  readonly vault: SecretGates & SecretVault;
  readonly refusedOpenings: RefusedOpenings;
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
    const lookup = ports.keys.lookupOf(secretKey);
    const gate = await ports.vault.gate(lookup);
    if (gate === null) ports.refusedOpenings.noteUnopened(lookup, caller);
    return gate?.isVerification ? await verificationGate(ports, lookup, gate, caller) : gate;
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

/** Notes for the creator that a program came with a secret key; nothing of the secret changes, and nobody is answered differently. */
export function noteProgramUseCase({ keys, refusedOpenings }: Pick<LookPorts, 'keys' | 'refusedOpenings'>) {
  return async (secretKey: string, kind: ProgramKind, caller: Caller): Promise<void> => {
    refusedOpenings.noteProgram(keys.lookupOf(secretKey), kind, caller);
  };
}
