import type { KeyDerivation } from '../secret/crypto-ports.ts';
import { lookupOfAny } from '../secret/lookup-of-any.ts';
import type { SecretGate, SecretVault } from '../secret/ports.ts';

/**
 * What a recipient may know before opening. Changes nothing and needs no server key.
 *
 * Shape    null when the key opens nothing, whatever the reason
 * Source   REST contract 5.2; security R4, R9
 */
export function lookAtSecretUseCase({ keys, vault }: { keys: KeyDerivation; vault: Pick<SecretVault, 'gate'> }) {
  return (secretKey: string): Promise<SecretGate | null> => vault.gate(lookupOfAny(keys, secretKey));
}
