import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { isColonel } from '@onceover/schema/caller';
import { operatorMeta, operatorOnly, provenOperatorOnly } from '@onceover/schema/colonel-proof';
import type { WebhookChange } from '@onceover/schema/events/notifications';
import { everyTenant } from '@onceover/schema/events/tenants';
import { plans } from '@onceover/schema/plans';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import { isId, newId } from '@onceover/service-kit/ids';
import {
  descriptionFrom,
  InvalidWebhookAddress,
  installationLimit,
  TooManyWebhooks,
  UnknownWebhook,
} from '../../domain/webhook/webhook.ts';
import { mayFollow, tenantsOf } from '../own-events.ts';
import { catalogTypes, UnknownEventType } from '../partner/follow-events.ts';
import { newWebhookKeyPair, newWebhookSecret } from './signature.ts';
import type { Webhook, WebhookActor, WebhookEdit, Webhooks } from './webhooks.ts';

export type WebhookOwner = 'account' | 'installation';

export interface ManagePorts {
  readonly webhooks: Webhooks;
  /** An address to which something may be sent; null: nothing may. */
  readonly webhookAddress: (text: string) => URL | null;
  /** The address of the support desk; null: there is none. */
  readonly desk: string | null;
  /** Has what is due now sent. */
  wakeDispatcher(): void;
  /** The database's time. */
  now(): Promise<Date>;
}

/** What is shown once. */
export interface WebhookSecret {
  readonly secret: string;
  readonly webhook: Webhook;
}

export interface WebhookWish {
  readonly url: string;
  readonly description: string;
  /** CloudEvents types; null: all. */
  readonly types: readonly string[] | null;
  readonly of: WebhookOwner;
}

export interface WebhookEditWish {
  readonly webhookId: string;
  readonly url: string | null;
  readonly description: string | null;
  /** Null: as they are. */
  readonly types: readonly string[] | null;
  readonly allTypes: boolean;
}

const MAX_OVERLAP_HOURS = 168;

/** Throws `NotAuthorizedError` for visitors, and for tokens without the scope `account`. */
function ownerOnly(caller: Caller): CustomerCaller {
  if (caller.kind !== 'customer') throw new NotAuthorizedError();
  const { credential } = caller;
  if (credential.kind === 'token' && !credential.scopes.includes('account')) throw new NotAuthorizedError();
  return caller;
}

/**
 * Whoever says where events go, or has those from before sent, gets them: a token needs the scope for that as well. Throws
 * `NotAuthorizedError` for tokens without the scope `events-read`.
 */
export function readerOnly(caller: Caller): void {
  if (!mayFollow(caller, 'events-read')) throw new NotAuthorizedError();
}

function partnerOf(caller: Caller, of: WebhookOwner): string {
  if (of === 'account') return ownerOnly(caller).accountRef;
  operatorOnly(caller);
  return everyTenant;
}

/** Where what is public of everybody goes is changed by a colonel who has just proved who they are, like all that colonels change. */
async function proven({ now }: Pick<ManagePorts, 'now'>, caller: CustomerCaller, partnerRef: string): Promise<void> {
  if (partnerRef === everyTenant) provenOperatorOnly(caller, await now(), true);
}

const limitOf = ({ planId }: CustomerCaller, of: WebhookOwner): number =>
  of === 'installation' ? installationLimit : (plans.find(({ id }) => id === planId)?.maxWebhooks ?? 0);

/** Whose events its webhooks get. */
function tenantsFor(caller: CustomerCaller, partnerRef: string, desk: string | null): readonly string[] {
  return partnerRef === everyTenant ? [everyTenant] : tenantsOf(caller, desk);
}

function actorOf(caller: CustomerCaller, partnerRef: string): WebhookActor {
  const { accountRef, requestId, origin } = caller;
  if (partnerRef === everyTenant) return { meta: operatorMeta(caller), operatorRef: accountRef };
  return {
    meta: { correlationId: requestId, actor: { kind: 'creator', ref: accountRef }, ...origin },
    operatorRef: null,
  };
}

/**
 * A webhook that the caller may see and change, with the caller: their own, or for colonels one of the installation.
 *
 * Refuses  webhook.unknown; `NotAuthorizedError` for visitors and tokens without the scope `account`
 */
export async function ownWebhook(
  { webhooks }: { readonly webhooks: Pick<Webhooks, 'find'> },
  webhookId: string,
  caller: Caller,
): Promise<{ readonly webhook: Webhook; readonly owner: CustomerCaller; readonly by: WebhookActor }> {
  const owner = ownerOnly(caller);
  const webhook = isId(webhookId) ? await webhooks.find(webhookId) : null;
  if (webhook === null || !isTheirs(webhook, owner)) throw new UnknownWebhook();
  return { webhook, owner, by: actorOf(owner, webhook.partnerRef) };
}

const isTheirs = ({ partnerRef }: Webhook, owner: CustomerCaller): boolean =>
  partnerRef === everyTenant ? isColonel(owner) : partnerRef === owner.accountRef;

/** As it is after a change; throws `UnknownWebhook` where it has gone meanwhile. */
async function asItIs({ webhooks }: Pick<ManagePorts, 'webhooks'>, { webhookId }: Webhook): Promise<Webhook> {
  const webhook = await webhooks.find(webhookId);
  if (webhook === null) throw new UnknownWebhook();
  return webhook;
}

/** Oldest first, and how many there may be. Throws `NotAuthorizedError` for who may not see them. */
export function listWebhooksUseCase({ webhooks }: Pick<ManagePorts, 'webhooks'>) {
  return async (of: WebhookOwner, caller: Caller) => {
    const partnerRef = partnerOf(caller, of);
    return { nodes: await webhooks.list(partnerRef), limit: limitOf(ownerOnly(caller), of) };
  };
}

/** Null where there is none for the caller. Throws `NotAuthorizedError` for visitors and tokens without the scope. */
export function findWebhookUseCase(ports: Pick<ManagePorts, 'webhooks'>) {
  return async (webhookId: string, caller: Caller): Promise<Webhook | null> => {
    const found = ownWebhook(ports, webhookId, caller).catch((error: unknown) => {
      if (error instanceof UnknownWebhook) return null;
      throw error;
    });
    return (await found)?.webhook ?? null;
  };
}

/**
 * Adds a webhook. Its partner follows events from now on; its secret is given once.
 *
 * Refuses  webhook.invalid-address, webhook.too-many, events.unknown-type, account.reauthentication-required; `NotAuthorizedError` for
 *          who may not make one
 */
export function addWebhookUseCase({ webhooks, webhookAddress, desk, now }: ManagePorts) {
  return async ({ url, description, types, of }: WebhookWish, caller: Caller): Promise<WebhookSecret> => {
    readerOnly(caller);
    const partnerRef = partnerOf(caller, of);
    const owner = ownerOnly(caller);
    await proven({ now }, owner, partnerRef);
    const wanted = { url: addressFrom(url, webhookAddress), description: descriptionFrom(description) };
    const limit = limitOf(owner, of);
    const secret = newWebhookSecret();
    const webhook = {
      ...wanted,
      ...newWebhookKeyPair(),
      webhookId: newId(),
      partnerRef,
      madeBy: owner.accountRef,
      types: typesFrom(types),
      secret,
      tenants: tenantsFor(owner, partnerRef, desk),
      limit,
    };
    if (!(await webhooks.add(webhook, actorOf(owner, partnerRef)))) throw new TooManyWebhooks(limit);
    const made = await webhooks.find(webhook.webhookId);
    if (made === null) throw new UnknownWebhook();
    return { secret, webhook: made };
  };
}

/**
 * Refuses  webhook.unknown, webhook.invalid-address, events.unknown-type, account.reauthentication-required; `NotAuthorizedError` as
 *          for all
 */
export function changeWebhookUseCase(ports: ManagePorts) {
  return async (wish: WebhookEditWish, caller: Caller): Promise<Webhook> => {
    readerOnly(caller);
    const { webhook, owner, by } = await ownWebhook(ports, wish.webhookId, caller);
    await proven(ports, owner, webhook.partnerRef);
    const edit = editFrom(wish, ports.webhookAddress);
    const changes = changesBetween(webhook, edit);
    if (changes.length === 0) return webhook;
    if (!(await ports.webhooks.edit(webhook, edit, changes, by))) throw new UnknownWebhook();
    ports.wakeDispatcher();
    return await asItIs(ports, webhook);
  };
}

/** One that is paused or switched off stays as it is. Refuses  webhook.unknown; `NotAuthorizedError` as for all */
export function pauseWebhookUseCase(ports: ManagePorts) {
  return async (webhookId: string, caller: Caller): Promise<Webhook> => {
    const { webhook, by } = await ownWebhook(ports, webhookId, caller);
    await ports.webhooks.pause(webhook, by);
    return await asItIs(ports, webhook);
  };
}

/** What waits is sent at once, or left out, even if it was active already. Refuses  webhook.unknown; `NotAuthorizedError` as for all */
export function resumeWebhookUseCase(ports: ManagePorts) {
  return async (webhookId: string, skipWaiting: boolean, caller: Caller): Promise<Webhook> => {
    const { webhook, owner, by } = await ownWebhook(ports, webhookId, caller);
    const tenants = tenantsFor(owner, webhook.partnerRef, ports.desk);
    await ports.webhooks.resume(webhook, tenants, skipWaiting, by);
    ports.wakeDispatcher();
    return await asItIs(ports, webhook);
  };
}

/** With its log. Refuses  webhook.unknown, account.reauthentication-required; `NotAuthorizedError` as for all */
export function removeWebhookUseCase(ports: ManagePorts) {
  return async (webhookId: string, caller: Caller): Promise<void> => {
    const { webhook, owner, by } = await ownWebhook(ports, webhookId, caller);
    await proven(ports, owner, webhook.partnerRef);
    if (!(await ports.webhooks.remove(webhook, by))) throw new UnknownWebhook();
  };
}

/**
 * `overlapHours` outside 0 to 168 is moved to the nearest.
 *
 * Refuses  webhook.unknown, account.reauthentication-required; `NotAuthorizedError` as for all
 */
export function replaceWebhookSecretUseCase(ports: ManagePorts) {
  return async (webhookId: string, overlapHours: number, caller: Caller): Promise<WebhookSecret> => {
    const { webhook, owner, by } = await ownWebhook(ports, webhookId, caller);
    await proven(ports, owner, webhook.partnerRef);
    const secret = newWebhookSecret();
    const hours = Math.min(Math.max(overlapHours, 0), MAX_OVERLAP_HOURS);
    if (!(await ports.webhooks.replaceSecret(webhook, secret, hours, by))) throw new UnknownWebhook();
    return { secret, webhook: await asItIs(ports, webhook) };
  };
}

function addressFrom(text: string, webhookAddress: ManagePorts['webhookAddress']): string {
  const url = webhookAddress(text.trim());
  if (url === null) throw new InvalidWebhookAddress();
  return url.href;
}

/** None at all would be a webhook to which nothing is ever sent. */
function typesFrom(types: readonly string[] | null): readonly string[] | null {
  if (types?.length === 0) throw new UnknownEventType();
  const known = catalogTypes(types);
  return known === null ? null : [...new Set(known)].sort();
}

function editFrom(
  { url, description, types, allTypes }: WebhookEditWish,
  address: ManagePorts['webhookAddress'],
): WebhookEdit {
  return {
    ...(url !== null && { url: addressFrom(url, address) }),
    ...(description !== null && { description: descriptionFrom(description) }),
    ...(types !== null && { types: typesFrom(types) }),
    ...(allTypes && { types: null }),
  };
}

const changeOf = { url: 'address', description: 'description', types: 'types' } as const satisfies Record<
  keyof WebhookEdit,
  WebhookChange
>;

function changesBetween(webhook: Webhook, edit: WebhookEdit): readonly WebhookChange[] {
  const names = Object.keys(edit) as (keyof WebhookEdit)[];
  return names.filter((name) => String(edit[name]) !== String(webhook[name])).map((name) => changeOf[name]);
}
