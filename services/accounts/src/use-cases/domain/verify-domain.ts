import type { Caller } from '@onceover/graphql-kit/caller';
import { TooManyTries } from '../../domain/account/account-errors.ts';
import { UnknownDomain } from '../../domain/domain/domain-errors.ts';
import { domainOwner, ownDomain } from './domain-owner.ts';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';
import { lookForProof } from './look-for-proof.ts';
import { recordLook } from './record-look.ts';

/**
 * Looks for a domain's proof now. A failing look never ends the serving of a verified host by itself: see `checkDomain`.
 *
 * Shape    the domain as it is afterwards
 * Refuses  domain.unknown, domain.plan-required, domain.disabled, account.too-many-tries (10 looks per hour and domain)
 */
export function verifyDomainUseCase(ports: DomainPorts) {
  return async (text: string, caller: Caller): Promise<CustomDomain> => {
    const owner = domainOwner(ports, caller);
    const domain = await ownDomain(ports, owner, text);
    const at = ports.clock.now();
    const reservation = await ports.book.reserveLook(domain.domainRef, at);
    if (reservation.kind === 'limited') throw new TooManyTries(reservation.retryAfterSeconds);
    const look = { ...(await lookForProof(ports, domain)), at };
    const recorded = await recordLook(ports, domain, look, owner);
    if (recorded === null) throw new UnknownDomain();
    return recorded;
  };
}
