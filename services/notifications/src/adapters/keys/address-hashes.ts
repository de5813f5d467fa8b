import type { LastingKey } from '@onceover/schema/lasting-keys';
import { hmac } from '@onceover/service-kit/crypto';
import { openLastingKey } from '@onceover/service-kit/lasting-key';

export type AddressHashes = Awaited<ReturnType<typeof openAddressHashes>>;

/** How addresses are kept: as HMACs, without regard to case. */
export async function openAddressHashes(keysDir: string) {
  const key = await openLastingKey<LastingKey>(keysDir, 'mail-address.key');
  return {
    /** On the suppression list. */
    hashAddress: (address: string): Buffer => hmac(key, address.toLowerCase()),
    /** Of the recipient of one email: another hash in every email to the same address. */
    hashRecipient: (deliveryId: string, address: string): Buffer => hmac(key, `${deliveryId} ${address.toLowerCase()}`),
  };
}
