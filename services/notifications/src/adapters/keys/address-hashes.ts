import type { LastingKey } from '@onceover/schema/lasting-keys';
import { hmac } from '@onceover/service-kit/crypto';
import { openLastingKey } from '@onceover/service-kit/lasting-key';

/** How addresses are kept: as HMACs, without regard to case. */
export interface AddressHashes {
  /** On the suppression list. */
  hashAddress(address: string): Buffer;
  /** Of the recipient of one email: another hash in every email to the same address. */
  hashRecipient(deliveryId: string, address: string): Buffer;
}

export async function openAddressHashes(keysDir: string): Promise<AddressHashes> {
  const key = await openLastingKey<LastingKey>(keysDir, 'mail-address.key');
  return {
    hashAddress: (address) => hmac(key, address.toLowerCase()),
    hashRecipient: (deliveryId, address) => hmac(key, `${deliveryId} ${address.toLowerCase()}`),
  };
}
