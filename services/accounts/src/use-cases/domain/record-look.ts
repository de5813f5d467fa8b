import { VersionConflict } from '@onceover/event-store';
import type { CustomerCaller } from '@onceover/graphql-kit/caller';
import { checkDomain } from '../../domain/domain/check-domain.ts';
import { domainContext, domainFacts, domainStateOf, domainStream } from './domain-context.ts';
import type { CustomDomain, DomainCheck, DomainPorts, NotedLook } from './domain-ports.ts';

const tries = 3;

/**
 * Records what a look found: the event it makes and the row in one commit. Null when the domain is gone meanwhile.
 *
 * Shape    a proof found while the host is served for another account changes nothing but the note: the other one holds it
 *          until its own proof has failed for the grace period
 */
export async function recordLook(
  ports: DomainPorts,
  domain: CustomDomain,
  look: DomainCheck,
  owner: CustomerCaller | null,
): Promise<CustomDomain | null> {
  let current: CustomDomain | null = domain;
  for (let attempt = 0; attempt < tries && current !== null; attempt += 1) {
    try {
      await write(ports, current, look, owner);
      break;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
    current = await ports.book.find(domain.accountRef, domain.host);
  }
  return ports.book.find(domain.accountRef, domain.host);
}

async function write(
  ports: DomainPorts,
  domain: CustomDomain,
  look: DomainCheck,
  owner: CustomerCaller | null,
): Promise<void> {
  const failingSince = look.finding === 'matched' ? null : (domain.failingSince ?? look.at);
  const { domainRef, version, status } = domain;
  const facts = await domainFacts(ports, domain);
  const events = checkDomain({ ...facts, ...look, failingSince }, domainStateOf(domain));
  const last = events.at(-1);
  const isServed = last === undefined ? status === 'active' : last.type === 'domain.verified' || last.data.isServed;
  const noted: NotedLook = {
    ...look,
    domainRef,
    failingSince,
    status: isServed ? 'active' : 'pending',
    version: version + events.length,
  };
  if (events.length === 0) return ports.book.note(noted, version);
  try {
    await ports.events.execute({
      context: domainContext(domain.accountRef, owner),
      appends: [{ stream: domainStream(domainRef), expected: version, events }],
      shared: [],
      guards: [],
      inline: [ports.rows.looked(noted, version)],
    });
  } catch (error) {
    if (!ports.rows.isTaken(error)) throw error;
    await ports.book.note({ ...noted, status: 'pending', version }, version);
  } finally {
    ports.served.forget();
  }
}
