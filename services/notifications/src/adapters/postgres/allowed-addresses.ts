import { queryOn } from '@onceover/event-store';
import { operatorAppend } from '@onceover/schema/events/operators';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { ignoring } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { AddressHashes } from '../keys/address-hashes.ts';

/** So much of the hash names an address in the trail. */
const REFERENCE_CHARACTERS = 16;

const ALLOW = 'delete from notifications.suppressed_address where address_hash = $1';

type AllowParts = Pick<Foundation, 'events'> & Pick<AddressHashes, 'hashAddress'>;

/**
 * Takes an address off the suppression list, on the command line, and records that an operator did, by a part of its keyed hash
 * and never by the address. False, and nothing recorded, when it is not on the list.
 */
export async function allowAddress({ events, hashAddress }: AllowParts, address: string): Promise<boolean> {
  const hash = hashAddress(address);
  const action = {
    operatorRef: null,
    action: 'address_allowed',
    targetKind: 'address',
    targetRef: hash.toString('hex').slice(0, REFERENCE_CHARACTERS),
    reasonCode: 'command-line',
  };
  const commandId = newId();
  const meta = { correlationId: `operator:${commandId}`, actor: { kind: 'system' } as const, ...ownOrigin('cli') };
  const allowed = events.transact({ commandId, tenantRef: operatorTenant, meta }, async ({ append, tx }) => {
    await append(operatorAppend(newId(), action));
    const { rowCount } = await queryOn(tx, ALLOW, [hash]);
    if (rowCount === 0) throw new NotListed();
    return true;
  });
  return (await allowed.catch(ignoring(NotListed))) ?? false;
}

/** Rolls back what was begun for an address that is not on the list. */
class NotListed extends Error {}
