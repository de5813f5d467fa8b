import { writeMeta } from '@onceover/event-store';
import type { BinaryValue } from '@onceover/postgres-kit/binary-arrays';
import { operatorAppend } from '@onceover/schema/events/operators';
import { deskTenant, operatorTenant } from '@onceover/schema/events/tenants';
import { idFrom, newId } from '@onceover/service-kit/ids';
import type { ConcealCommand, EndCommand, ImportCommand, NewSecret } from '../../../use-cases/secret/secret-writes.ts';
import { bitsOf } from '../../secret-flags.ts';

/** What commands write, as rows of the tables. */
type Row = Readonly<Record<string, BinaryValue>>;

export type AnyCommand = ConcealCommand | EndCommand | ImportCommand;

/** What visitors send to the support desk belongs to the desk, so that its feed hears of it. */
export function tenantOf(command: AnyCommand): string | null {
  const { binding } = 'made' in command ? command.made : 'imported' in command ? command.imported : command.secret;
  return command.context.tenantRef ?? (binding.kind === 'incoming' ? deskTenant : null);
}

const PEPPER_VERSION = 1;

export function secretRow({ made, events }: ConcealCommand): Row {
  const { sealed } = made;
  return {
    ...commonRow(made),
    version: events.length,
    state: 'new',
    e: sealed.epoch,
    wshard: sealed.wshard,
    linkbox: sealed.linkbox,
    people_only: made.isPeopleOnly ? true : null,
  };
}

export function importedRow({ imported }: ImportCommand): Row {
  const { sealed, ended, epoch } = imported;
  return {
    ...commonRow(imported),
    version: 1,
    state: ended?.as ?? 'new',
    ended_at: ended?.at ?? null,
    e: epoch,
    wshard: sealed?.wshard ?? null,
    linkbox: sealed?.linkbox ?? null,
    imported: true,
  };
}

/** What does not depend on how a secret came to be here. */
function commonRow(made: Omit<NewSecret, 'sealed' | 'isPeopleOnly'>): Row {
  const { keys, binding } = made;
  return {
    lookup: binding.lookup,
    secret_id: keys.secretId,
    short: made.shortkey,
    kind: binding.kind,
    owner_ref: binding.ownerRef,
    share_domain_id: binding.shareDomainId,
    share_domain: made.shareDomain,
    flags: bitsOf(binding),
    kdf: binding.kdf,
    p: PEPPER_VERSION,
    attempts: 0,
    ttl: made.ttlSeconds,
    original_size: made.originalSize,
    created: binding.createdAt,
    expires: binding.expiresAt,
    mlookup: made.metadataLookup,
    mshort: made.metadataShortkey,
    r: hasOwnerHandle(binding) ? keys.ownerHandle : null,
    recipients_obscured: made.recipients,
    until: made.metadataUntil,
  };
}

export function contentRow({ made: { binding, sealed } }: ConcealCommand): Row {
  return { lookup: binding.lookup, ct: sealed.ct, expires: binding.expiresAt };
}

export function importedContentRows({ imported: { binding, sealed } }: ImportCommand): Row[] {
  return sealed === null ? [] : [{ lookup: binding.lookup, ct: sealed.ct, expires: binding.expiresAt }];
}

export function importEvent(command: ImportCommand): Row {
  return eventRow({ ...command, isRemembered: false }, command.event, command.imported.keys.secretId, 1, 0);
}

export function concealEvents(command: ConcealCommand): Row[] {
  const { secretId } = command.made.keys;
  return command.events.map((event, index) => eventRow(command, event, secretId, index + 1, index));
}

export const actionOf = (data: NonNullable<EndCommand['operatorAction']>) => operatorAppend(newId(), data);

export function endEvents(command: EndCommand): Row[] {
  const { event, secret, operatorAction } = command;
  const ending = eventRow(command, event, secret.secretId, secret.version + 1, 0);
  if (operatorAction === undefined) return [ending];
  const { stream, events } = actionOf(operatorAction);
  const action = events.map((each) => ({
    ...eventRow(command, each, stream.id, 1, 1),
    category: stream.category,
    tenant_ref: tenantOf(command) ?? operatorTenant,
  }));
  return [ending, ...action];
}

/** The event at `index` of a command. A retry gives the same id; a command that is never repeated lends its own. */
function eventRow(
  command: AnyCommand & { readonly isRemembered: boolean },
  { type, schemaVersion, data }: EndCommand['event'],
  secretId: string,
  version: number,
  index: number,
): Row {
  const { context, isRemembered } = command;
  const { commandId, meta } = context;
  return {
    stream_id: secretId,
    version,
    event_id: isRemembered || index > 0 ? idFrom(commandId, String(index)) : commandId,
    type,
    schema_ver: schemaVersion,
    category: 'secret',
    tenant_ref: tenantOf(command),
    data: JSON.stringify(data),
    meta: writeMeta(meta),
  };
}

export function commandRows(
  { context, isRemembered }: ConcealCommand | EndCommand,
  secretId: string,
  version: number,
): Row[] {
  if (!isRemembered) return [];
  return [{ command_id: context.commandId, stream_id: secretId, version, at: new Date() }];
}

export function replayRows({ replay, made }: ConcealCommand): Row[] {
  if (replay === null) return [];
  const { keyHash, epoch, sealed, until } = replay;
  return [{ key_hash: keyHash, lookup: made.binding.lookup, e: epoch, sealed, until }];
}

export function deliveryRows({ deliveries, made }: ConcealCommand): Row[] {
  const { lookup, createdAt } = made.binding;
  return deliveries.map(({ deliveryId }, place) => {
    return { delivery_id: deliveryId, lookup, place, status: 'queued', at: createdAt, version: 0 };
  });
}

export function envelopeRows({ deliveries, made }: ConcealCommand): Row[] {
  const { lookup } = made.binding;
  return deliveries.map(({ deliveryId, sealed, keyId, expiresAt }) => {
    return { delivery_id: deliveryId, lookup, sealed, key_id: keyId, expires_at: expiresAt };
  });
}

export function incomingRows({ incoming, made }: ConcealCommand): Row[] {
  if (incoming === null) return [];
  const { incomingId, inbox, ticketNumber } = incoming;
  const { lookup, createdAt } = made.binding;
  return [{ incoming_id: incomingId, lookup, inbox, ticket_number: ticketNumber, submitted: createdAt }];
}

export function redeliveryRows({ redelivery, secret }: EndCommand): Row[] {
  if (redelivery === null) return [];
  const { tokenHash, epoch, rblob, until, count } = redelivery;
  return [{ lookup: secret.binding.lookup, token_hash: tokenHash, e: epoch, rblob, until, left_count: count }];
}

/** Only what stands in an owner's list has a handle. */
function hasOwnerHandle({ ownerRef, isVerification }: NewSecret['binding']): boolean {
  return ownerRef !== null && !isVerification;
}
