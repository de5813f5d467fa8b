import type { CommandContext, StreamRef } from '@onceover/event-store';
import type { CustomerCaller } from '@onceover/schema/caller';
import { newId } from '@onceover/service-kit/ids';
import { ownerContext, systemContext } from '../account/account-command.ts';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';

export function domainStream(domainRef: string): StreamRef {
  return { id: domainRef, category: 'domain' };
}

/** The context of a command of the domain's owner; without an owner, of the service itself. */
export function domainContext(accountRef: string, owner: CustomerCaller | null): CommandContext {
  return owner === null ? systemContext(`domains:${newId()}`, accountRef) : ownerContext(owner, accountRef);
}

/** What every event says about its domain. */
export async function domainFacts(
  { sealForAccount }: Pick<DomainPorts, 'sealForAccount'>,
  { domainId, accountRef, host }: Pick<CustomDomain, 'domainId' | 'accountRef' | 'host'>,
) {
  return { domainId, accountRef, hostname: await sealForAccount(accountRef, host) };
}
