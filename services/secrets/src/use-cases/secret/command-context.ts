import type { Actor, CommandContext } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { idFrom, newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';

/** Command ids are made in this namespace, so that they never equal another service's. */
const NAMESPACE = '6f0c1d3e-2b9a-5c47-8e15-94d7a0b3f6c2';

/**
 * The context of a command by a caller. `name` makes it idempotent: the same name is executed at most once; without one
 * every call is its own command.
 */
export function contextOf(caller: Caller, ownerRef: string | null, name: string | null): CommandContext {
  return {
    commandId: name === null ? newId() : idFrom(NAMESPACE, name),
    tenantRef: ownerRef,
    meta: { correlationId: caller.requestId, actor: actorOf(caller, ownerRef), ...caller.origin },
  };
}

/** What somebody is to a secret. */
export function relationOf(caller: Caller, ownerRef: string | null): 'owner' | 'authenticated' | 'anonymous' {
  if (caller.kind === 'anonymous') return 'anonymous';
  return caller.accountRef === ownerRef ? 'owner' : 'authenticated';
}

function actorOf(caller: Caller, ownerRef: string | null): Actor {
  if (caller.kind === 'anonymous') return { kind: 'anonymous' };
  return { kind: caller.accountRef === ownerRef ? 'creator' : 'authenticated_other', ref: caller.accountRef };
}

/** The context of a command that nobody asked for. */
export function systemContext(ownerRef: string | null, name: string): CommandContext {
  return {
    commandId: idFrom(NAMESPACE, name),
    tenantRef: ownerRef,
    meta: { correlationId: name, actor: { kind: 'system' }, ...ownOrigin('system') },
  };
}
