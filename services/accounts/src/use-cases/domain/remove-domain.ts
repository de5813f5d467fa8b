import { type CommandContext, type StreamAppend, VersionConflict } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { ignoring, OutageError } from '@onceover/service-kit/errors';
import { removeDomain } from '../../domain/domain/domain.ts';
import { domainContext, domainFacts, domainStream } from './domain-context.ts';
import { domainOwner, ownDomain } from './domain-owner.ts';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';

const tries = 3;

/**
 * Removes one of the caller's domains: from that commit on it is not served, and anybody else may prove it.
 *
 * Refuses  domain.unknown, domain.plan-required, domain.disabled
 */
export function removeDomainUseCase(ports: DomainPorts) {
  return async (text: string, caller: Caller): Promise<CustomDomain> => {
    const owner = domainOwner(ports, caller);
    const find = () => ownDomain(ports, owner, text);
    return await removeFound(ports, find, ({ accountRef }) => ({ context: domainContext(accountRef, owner) }));
  };
}

/** Removes every domain of an account that is being closed; call it while its data key is still there. Safe to retry. */
export function removeDomainsOfUseCase(ports: DomainPorts) {
  return async (accountRef: string): Promise<void> => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const domains = await ports.book.listOf(accountRef);
      if (domains.length === 0) return;
      for (const domain of domains) await removeOne(ports, domain, { context: domainContext(accountRef, null) });
    }
    if ((await ports.book.listOf(accountRef)).length > 0) throw new OutageError('claim', { retryAfterSeconds: 1 });
  };
}

/** In what context a domain is removed, and what else is recorded of it in the same commit. */
interface Removal {
  readonly context: CommandContext;
  readonly besides?: readonly StreamAppend[];
}

/** Removes the domain that is found, and finds it anew when its stream has moved on meanwhile. */
export async function removeFound(
  ports: DomainPorts,
  find: () => Promise<CustomDomain>,
  removalOf: (domain: CustomDomain) => Removal,
): Promise<CustomDomain> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const domain = await find();
    if (await removeOne(ports, domain, removalOf(domain))) return domain;
  }
  throw new OutageError('claim', { retryAfterSeconds: 1 });
}

/** False when its stream has moved on meanwhile. */
async function removeOne(
  ports: DomainPorts,
  domain: CustomDomain,
  { context, besides = [] }: Removal,
): Promise<boolean> {
  const removed = removeDomain(await domainFacts(ports, domain), domain);
  const { domainRef, version: expected } = domain;
  const appends = [{ stream: domainStream(domainRef), expected, events: [removed], closes: true }, ...besides];
  try {
    const done = ports.events.execute({ context, appends, inline: [ports.rows.removed(domainRef)] });
    return (await done.catch(ignoring(VersionConflict))) !== undefined;
  } finally {
    ports.served.forget();
  }
}
