import {
  type Appendable,
  type BatchLimits,
  type CheckEvents,
  type CommandFunction,
  type CommitNews,
  type CommittedEvent,
  openCommandFunction,
  writeMeta,
} from '@onceover/event-store';
import { arrayOf, type BinaryValue, openRowType, type RowType } from '@onceover/postgres-kit/binary-arrays';
import { operatorAppend } from '@onceover/schema/events/operators';
import { deskTenant, operatorTenant } from '@onceover/schema/events/tenants';
import { idFrom, newId } from '@onceover/service-kit/ids';
import type pg from 'pg';
import type {
  ConcealCommand,
  EndCommand,
  ImportCommand,
  NewSecret,
  SecretWrites,
} from '../../../use-cases/secret/secret-writes.ts';
import { bitsOf } from '../../secret-flags.ts';

/**
 * One batch in flight at a time for each function: while PostgreSQL works on it the next one fills up. Two made every batch
 * a third as big and each secret a quarter more expensive for both.
 */
const limits: BatchLimits = { maxCommands: 64, maxBytes: 256 * 1024, connections: 1 };

/** One at a time: each waits for its locks, and seldom does anybody import. */
const importLimits: BatchLimits = { ...limits, maxCommands: 1 };

/** What a batch without its content weighs at most, in bytes. */
const ROW_BYTES = 1024;

/** The tables whose rows are sent. */
const TABLES = {
  secret: 'secrets.secret',
  content: 'secrets.secret_content',
  event: 'secrets.events',
  command: 'secrets.commands',
  replay: 'secrets.create_replay',
  redelivery: 'secrets.redelivery',
  delivery: 'secrets.delivery',
  envelope: 'secrets.delivery_envelope',
  incoming: 'secrets.incoming',
} as const;

type RowTypes = Readonly<Record<keyof typeof TABLES, RowType>>;

type Row = Readonly<Record<string, BinaryValue>>;

/** Who is asked before events are written, and who is told after the commit. The latter may not throw. */
export interface CommitListeners {
  readonly check: CheckEvents;
  readonly onCommitted: (news: CommitNews) => void;
}

/**
 * Writes secrets through `conceal_secrets.sql`, `end_secrets.sql` and `import_secret.sql`, what queues meanwhile together. Reads first how the
 * tables look now; `check` is called before a command is queued.
 */
export async function openSecretWrites(pool: pg.Pool, { check, onCommitted }: CommitListeners): Promise<SecretWrites> {
  let rowTypes = await openRowTypes(pool);
  // In a rolling upgrade the next version adds columns to the tables of this one.
  const refit = async () => {
    rowTypes = await openRowTypes(pool);
  };
  const shared = { pool, limits, service: 'secrets', onCommitted };
  const conceal = openCommandFunction({ ...shared, call: { ...concealCall(() => rowTypes), refit } });
  const end = openCommandFunction({ ...shared, call: { ...endCall(() => rowTypes), refit } });
  const importOne = openCommandFunction({
    ...shared,
    limits: importLimits,
    call: { ...importCall(() => rowTypes), refit },
  });
  return {
    async import(command) {
      const { keys, sealed, ended } = command.imported;
      check({ events: [command.event], closes: ended !== null }, command.context.meta);
      const bytes = ROW_BYTES + (sealed?.ct.length ?? 0);
      return await importOne({ ...command, keys: [], bytes, news: newsOf(command, keys.secretId, [command.event]) });
    },
    async conceal(command) {
      check(command, command.context.meta);
      const news = newsOf(command, command.made.keys.secretId, command.events);
      return conceal({ ...command, keys: keysOf(command), bytes: bytesOf(command), news });
    },
    async end(command) {
      check({ events: [command.event], closes: true }, command.context.meta);
      if (command.operatorAction !== undefined) check(actionOf(command.operatorAction), command.context.meta);
      const { secretId } = command.secret;
      const keys = [secretId, ...keysOf(command)];
      const bytes = ROW_BYTES + (command.redelivery?.rblob.length ?? 0);
      return await end({ ...command, keys, bytes, news: newsOf(command, secretId, [command.event]) });
    },
  };
}

async function openRowTypes(pool: pg.Pool): Promise<RowTypes> {
  const opening = Object.entries(TABLES).map(async ([name, table]) => [name, await openRowType(pool, table)] as const);
  return Object.fromEntries(await Promise.all(opening)) as RowTypes;
}

type AnyCommand = ConcealCommand | EndCommand | ImportCommand;

/** What visitors send to the support desk belongs to the desk, so that its feed hears of it. */
function tenantOf(command: AnyCommand): string | null {
  const { binding } = 'made' in command ? command.made : 'imported' in command ? command.imported : command.secret;
  return command.context.tenantRef ?? (binding.kind === 'incoming' ? deskTenant : null);
}

/** What a commit of the command tells its listeners. */
function newsOf(command: AnyCommand, streamId: string, events: ConcealCommand['events']) {
  const tenantRef = tenantOf(command);
  return events.map(({ type, data }): CommittedEvent => ({ type, streamId, tenantRef, data }));
}

/** No two commands of a batch share one. */
function keysOf({ isRemembered, context }: ConcealCommand | EndCommand): string[] {
  return isRemembered ? [context.commandId] : [];
}

function bytesOf({ made, replay, deliveries }: ConcealCommand): number {
  let bytes = ROW_BYTES + made.sealed.ct.length + (replay?.sealed.length ?? 0);
  for (const { sealed } of deliveries) bytes += sealed.length;
  return bytes;
}

function concealCall(now: () => RowTypes): CommandFunction<ConcealCommand & Appendable> {
  return {
    name: 'conceal secrets',
    text: 'select * from secrets.conceal_secrets($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    encode: (commands, alone) => {
      const types = now();
      return [
        alone,
        types.secret.arrayOf(commands.map(secretRow)),
        types.content.arrayOf(commands.map(contentRow)),
        types.event.arrayOf(commands.flatMap(concealEvents)),
        types.command.arrayOf(
          commands.flatMap((command) => commandRows(command, command.made.keys.secretId, command.events.length)),
        ),
        types.replay.arrayOf(commands.flatMap(replayRows)),
        types.delivery.arrayOf(commands.flatMap(deliveryRows)),
        types.envelope.arrayOf(commands.flatMap(envelopeRows)),
        types.incoming.arrayOf(commands.flatMap(incomingRows)),
      ];
    },
  };
}

function endCall(now: () => RowTypes): CommandFunction<EndCommand & Appendable> {
  return {
    name: 'end secrets',
    text: 'select * from secrets.end_secrets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    encode: (commands, alone) => {
      const types = now();
      return [
        alone,
        arrayOf('bytea', commands.map(lookupOf)),
        arrayOf('uuid', commands.map(secretIdOf)),
        arrayOf('int4', commands.map(versionOf)),
        arrayOf('text', commands.map(endingOf)),
        arrayOf('bool', commands.map(confirmedOf)),
        arrayOf('bool', commands.map(mayHaveEmails)),
        types.event.arrayOf(commands.flatMap(endEvents)),
        types.command.arrayOf(
          commands.flatMap((command) => commandRows(command, command.secret.secretId, command.secret.version + 1)),
        ),
        types.redelivery.arrayOf(commands.flatMap(redeliveryRows)),
      ];
    },
  };
}

function importCall(now: () => RowTypes): CommandFunction<ImportCommand & Appendable> {
  return {
    name: 'import secret',
    text: 'select * from secrets.import_secret($1, $2, $3)',
    encode: (commands) => {
      const types = now();
      return [
        types.secret.arrayOf(commands.map(importedRow)),
        types.content.arrayOf(commands.flatMap(importedContentRows)),
        types.event.arrayOf(commands.map(importEvent)),
      ];
    },
  };
}

const lookupOf = ({ secret }: EndCommand) => secret.binding.lookup;
const secretIdOf = ({ secret }: EndCommand) => secret.secretId;
const versionOf = ({ secret }: EndCommand) => secret.version;
const endingOf = ({ ending }: EndCommand) => ending;
const confirmedOf = ({ deliveryConfirmed }: EndCommand) => deliveryConfirmed;

/** Sealed emails are looked for only where there may be some, so that an anonymous secret pays nothing for them. */
function mayHaveEmails({ secret: { binding } }: EndCommand): boolean {
  return binding.ownerRef !== null || binding.kind === 'incoming';
}

const PEPPER_VERSION = 1;

function secretRow({ made, events }: ConcealCommand): Row {
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

function importedRow({ imported }: ImportCommand): Row {
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

function contentRow({ made: { binding, sealed } }: ConcealCommand): Row {
  return { lookup: binding.lookup, ct: sealed.ct, expires: binding.expiresAt };
}

function importedContentRows({ imported: { binding, sealed } }: ImportCommand): Row[] {
  return sealed === null ? [] : [{ lookup: binding.lookup, ct: sealed.ct, expires: binding.expiresAt }];
}

function importEvent(command: ImportCommand): Row {
  return eventRow({ ...command, isRemembered: false }, command.event, command.imported.keys.secretId, 1, 0);
}

function concealEvents(command: ConcealCommand): Row[] {
  const { secretId } = command.made.keys;
  return command.events.map((event, index) => eventRow(command, event, secretId, index + 1, index));
}

const actionOf = (data: NonNullable<EndCommand['operatorAction']>) => operatorAppend(newId(), data);

function endEvents(command: EndCommand): Row[] {
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

function commandRows({ context, isRemembered }: ConcealCommand | EndCommand, secretId: string, version: number): Row[] {
  if (!isRemembered) return [];
  return [{ command_id: context.commandId, stream_id: secretId, version, at: new Date() }];
}

function replayRows({ replay, made }: ConcealCommand): Row[] {
  if (replay === null) return [];
  const { keyHash, epoch, sealed, until } = replay;
  return [{ key_hash: keyHash, lookup: made.binding.lookup, e: epoch, sealed, until }];
}

function deliveryRows({ deliveries, made }: ConcealCommand): Row[] {
  const { lookup, createdAt } = made.binding;
  return deliveries.map(({ deliveryId }, place) => {
    return { delivery_id: deliveryId, lookup, place, status: 'queued', at: createdAt, version: 0 };
  });
}

function envelopeRows({ deliveries, made }: ConcealCommand): Row[] {
  const { lookup } = made.binding;
  return deliveries.map(({ deliveryId, sealed, keyId, expiresAt }) => {
    return { delivery_id: deliveryId, lookup, sealed, key_id: keyId, expires_at: expiresAt };
  });
}

function incomingRows({ incoming, made }: ConcealCommand): Row[] {
  if (incoming === null) return [];
  const { incomingId, inbox, ticketNumber } = incoming;
  const { lookup, createdAt } = made.binding;
  return [{ incoming_id: incomingId, lookup, inbox, ticket_number: ticketNumber, submitted: createdAt }];
}

function redeliveryRows({ redelivery, secret }: EndCommand): Row[] {
  if (redelivery === null) return [];
  const { tokenHash, epoch, rblob, until, count } = redelivery;
  return [{ lookup: secret.binding.lookup, token_hash: tokenHash, e: epoch, rblob, until, left_count: count }];
}

/** Only what stands in an owner's list has a handle. */
function hasOwnerHandle({ ownerRef, isVerification }: NewSecret['binding']): boolean {
  return ownerRef !== null && !isVerification;
}
