import type { KeyDerivation } from '../secret/crypto-ports.ts';
import { lookupOfAny } from '../secret/lookup-of-any.ts';
import type { Failpoint, Redeliveries } from '../secret/ports.ts';

/**
 * The content arrived: its claimant ends the repeats, and the creator sees that delivery is confirmed.
 * The same answer for every key and token. Security 4.2 step 5, R10.
 */
export function acknowledgeSecretUseCase(ports: {
  readonly keys: KeyDerivation;
  readonly redeliveries: Redeliveries;
  readonly failpoint: Failpoint;
}) {
  return async (secretKey: string, claimToken: string): Promise<void> => {
    await ports.redeliveries.acknowledge(lookupOfAny(ports.keys, secretKey), ports.keys.tokenHashOf(claimToken));
    await ports.failpoint('acknowledge.committed');
  };
}
