import type { Caller } from '@onceover/schema/caller';
import { newId } from '@onceover/service-kit/ids';
import { absent, addDomain } from '../../domain/domain/domain.ts';
import { BadDomain, DuplicateDomain, EmptyDomain } from '../../domain/domain/domain-errors.ts';
import { domainContext, domainFacts, domainStream } from './domain-context.ts';
import { domainOwner } from './domain-owner.ts';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';

/**
 * Adds a host to the caller's account; it is not served before it is verified.
 *
 * Shape    the challenge (7 hexadecimal digits) and the value (32) are random, so knowing a host says nothing about its proof
 * Refuses  domain.empty, domain.bad, domain.duplicate, domain.plan-required, domain.disabled
 * Source   REST contract 7.1
 */
export function addDomainUseCase(ports: DomainPorts) {
  return async (text: string, caller: Caller): Promise<CustomDomain> => {
    const owner = domainOwner(ports, caller);
    if (text.trim() === '') throw new EmptyDomain();
    const name = ports.names.parse(text);
    if (name === null) throw new BadDomain();
    const { accountRef } = owner;
    const held = await ports.book.findServed(name.host);
    if (held !== null && held.accountRef !== accountRef) throw new DuplicateDomain();

    const hex = ports.randomBytes(30).toString('hex');
    const domain = {
      ...name,
      domainRef: newId(),
      domainId: hex.slice(0, 20),
      challenge: hex.slice(20, 27),
      txtValue: hex.slice(28),
      keptTxtHost: null,
      accountRef,
      original: text.trim(),
      createdAt: ports.clock.now(),
    };
    const added = addDomain(await domainFacts(ports, domain), absent);
    try {
      await ports.events.execute({
        context: domainContext(accountRef, owner),
        appends: [{ stream: domainStream(domain.domainRef), expected: 'none', events: [added] }],
        inline: [ports.rows.added(domain)],
      });
    } catch (error) {
      throw ports.rows.isTaken(error) ? new DuplicateDomain() : error;
    }
    return {
      ...domain,
      version: 1,
      status: 'added',
      failingSince: null,
      lastCheck: null,
      hostCheck: null,
      leadsHere: false,
      updatedAt: domain.createdAt,
    };
  };
}
