import type { CommandContext, StreamRef } from '@onceover/event-store';
import type { CustomerCaller } from '@onceover/schema/caller';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import type { DomainState } from '../../domain/domain/domain.ts';
import type { CustomDomain, DomainPorts } from './domain-ports.ts';

export function domainStream(domainRef: string): StreamRef {
  return { id: domainRef, category: 'domain' };
}

/** The context of a command of the domain's owner; without an owner, of the service itself. */
export function domainContext(accountRef: string, owner: CustomerCaller | null): CommandContext {
  const commandId = newId();
  return {
    commandId,
    tenantRef: accountRef,
    meta:
      owner === null
        ? { correlationId: `domains:${commandId}`, actor: { kind: 'system' }, ...ownOrigin('system') }
        : { correlationId: owner.requestId, actor: { kind: 'creator', ref: owner.accountRef }, ...owner.origin },
  };
}

/** The stored domain, as the decisions take it. */
export function domainStateOf({ status, accountRef }: CustomDomain): DomainState {
  return { status, accountRef };
}

/** What every event says about its domain. */
export async function domainFacts(
  { sealForAccount }: Pick<DomainPorts, 'sealForAccount'>,
  { domainId, accountRef, host }: Pick<CustomDomain, 'domainId' | 'accountRef' | 'host'>,
) {
  return { domainId, accountRef, hostname: await sealForAccount(accountRef, host) };
}
