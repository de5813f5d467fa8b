import {
  type CommandContext,
  type EventStore,
  type StreamRef,
  type UnitOfWork,
  VersionConflict,
} from '@onceover/event-store';
import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { operatorMeta } from '@onceover/schema/colonel-proof';
import { meaningOf } from '@onceover/schema/events/catalog';
import { operatorAppend } from '@onceover/schema/events/operators';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { OutageError } from '@onceover/service-kit/errors';
import { idFrom, newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import { type AccountEvent, type AccountState, absent, evolve } from '../../domain/account/account.ts';
import type { SecurityEvent } from '../../domain/session/security-events.ts';

/** The transaction that a command's rows are written in, after its events. */
export type Tx = UnitOfWork['tx'];

/** Ids of commands and security streams are derived in this namespace, apart from those of other services. */
const NAMESPACE = '0b8f6a52-7d14-5e0b-9a3c-2f71c4d8e690';
const tries = 5;

export function accountStream(accountRef: string): StreamRef {
  return { id: accountRef, category: 'account' };
}

/** Sign-ins and the like have a stream of their own: no decision about the account depends on them. */
export function securityStream(accountRef: string): StreamRef {
  return { id: idFrom(NAMESPACE, `security:${accountRef}`), category: 'security' };
}

/** Of a command about an account, whose trail it is in. */
export type AccountContext = CommandContext & { readonly tenantRef: string };

export type Asker = Pick<Caller, 'requestId' | 'origin'>;

export function ownerContext({ requestId, origin }: Asker, accountRef: string): AccountContext {
  return {
    commandId: newId(),
    tenantRef: accountRef,
    meta: { correlationId: requestId, actor: { kind: 'creator', ref: accountRef }, ...origin },
  };
}

/** The context of a command that no customer asked for; it runs once per name. */
export function systemContext(name: string, accountRef: string, surface: 'system' | 'cli' = 'system'): AccountContext {
  return {
    commandId: idFrom(NAMESPACE, name),
    tenantRef: accountRef,
    meta: { correlationId: name.slice(0, 200), actor: { kind: 'system' }, ...ownOrigin(surface) },
  };
}

/** What an operator does, by words of ours, as its event tells it. */
interface OperatorAction {
  readonly action: string;
  readonly targetKind: string;
  readonly targetRef: string;
  readonly reasonCode: string;
}

/** What a colonel wants changed, what they typed to confirm it, and why. */
export interface OperatorWish {
  readonly id: string;
  readonly confirmation: string;
  readonly reasonCode: string;
}

/** An operator's command: a colonel's, or one of the command line, which knows no account. */
export type Operator = CustomerCaller | 'command-line';

/** The context of what an operator does; `tenantRef` says in whose trail it is. */
export function operatorContext(operator: Operator, tenantRef: string): AccountContext {
  if (operator === 'command-line') return systemContext(`operator:${newId()}`, tenantRef, 'cli');
  return { commandId: newId(), tenantRef, meta: operatorMeta(operator) };
}

/** A name that stays the same when something is retried. */
export function nameOf(...parts: readonly string[]): string {
  return idFrom(NAMESPACE, parts.join(':'));
}

/** What is decided and written about one account in one commit. */
interface AccountCommand {
  readonly context: AccountContext;
  decide?(state: AccountState): readonly AccountEvent[];
  readonly security?: readonly SecurityEvent[];
  /** The operator whose command it is, and what is recorded of that beside the events. */
  readonly operator?: { readonly by: Operator } & Pick<OperatorAction, 'action' | 'reasonCode'>;
  /** Writes rows, after the events; throwing undoes both. */
  write?(tx: Tx): Promise<void>;
}

/**
 * Decides on the account's past and commits events and rows together. If another command was first, decides anew on the new
 * past. Returns false when there was nothing to record; then no row is written either.
 *
 * Refuses  what `decide` and `write` throw; `DuplicateCommand` for a command id that was executed
 */
export async function runAccountCommand(
  { events }: { readonly events: EventStore },
  command: AccountCommand,
): Promise<boolean> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    try {
      return await commitOnce(events, command);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
  throw new OutageError('postgres');
}

async function commitOnce(
  store: EventStore,
  { context, decide, security = [], operator, write }: AccountCommand,
): Promise<boolean> {
  const accountRef = context.tenantRef;
  const itself = { targetKind: 'account', targetRef: accountRef };
  const stream = accountStream(accountRef);
  const { events, version } = await store.load(stream);
  const state = (events as unknown as readonly AccountEvent[]).reduce(evolve, absent);
  const decided = decide?.(state) ?? [];
  if (decide !== undefined && decided.length === 0) return false;
  const closes = decided.some(({ type }) => meaningOf(type).isTerminal);
  const appends = [
    ...(decided.length > 0
      ? [{ stream, expected: version === 0 ? ('none' as const) : version, events: decided, closes }]
      : []),
    ...(security.length > 0
      ? [{ stream: securityStream(accountRef), expected: 'any' as const, events: security, closes }]
      : []),
    ...(operator === undefined ? [] : [operatorActionOf(operator.by, { ...operator, ...itself })]),
  ];
  await store.transact(context, async (uow) => {
    if (appends.length > 0) await uow.append(...appends);
    await write?.(uow.tx);
  });
  return true;
}

export function operatorActionOf(by: Operator, { action, targetKind, targetRef, reasonCode }: OperatorAction) {
  const operatorRef = by === 'command-line' ? null : by.accountRef;
  return operatorAppend(newId(), { operatorRef, action, targetKind, targetRef, reasonCode });
}

/** Records what an operator does that changes no account. */
export async function recordAction(
  { events }: { readonly events: EventStore },
  by: Operator,
  action: OperatorAction,
): Promise<void> {
  await events.transact(operatorContext(by, operatorTenant), (uow) => uow.append(operatorActionOf(by, action)));
}
