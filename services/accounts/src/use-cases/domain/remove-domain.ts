import { type CommandContext, type StreamAppend, VersionConflict } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { OutageError } from '@onceover/service-kit/errors';
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
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const domain = await ownDomain(ports, owner, text);
      if (await removeOne(ports, domain, domainContext(domain.accountRef, owner))) return domain;
    }
    throw new OutageError('claim', { retryAfterSeconds: 1 });
  };
}

/** Removes every domain of an account that is being closed; call it while its data key is still there. Safe to retry. */
export function removeDomainsOfUseCase(ports: DomainPorts) {
  return async (accountRef: string): Promise<void> => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const domains = await ports.book.listOf(accountRef);
      if (domains.length === 0) return;
      for (const domain of domains) await removeOne(ports, domain, domainContext(accountRef, null));
    }
    if ((await ports.book.listOf(accountRef)).length > 0) throw new OutageError('claim', { retryAfterSeconds: 1 });
  };
}

/** Removes a domain, and records what else is said about that in the same commit. False when its stream has moved on meanwhile. */
export async function removeOne(
  ports: DomainPorts,
  domain: CustomDomain,
  context: CommandContext,
  besides: readonly StreamAppend[] = [],
): Promise<boolean> {
  const removed = removeDomain(await domainFacts(ports, domain), domain);
  try {
    await ports.events.execute({
      context,
      appends: [
        { stream: domainStream(domain.domainRef), expected: domain.version, events: [removed], closes: true },
        ...besides,
      ],
      inline: [ports.rows.removed(domain.domainRef)],
    });
    return true;
  } catch (error) {
    if (error instanceof VersionConflict) return false;
    throw error;
  } finally {
    ports.served.forget();
  }
}
