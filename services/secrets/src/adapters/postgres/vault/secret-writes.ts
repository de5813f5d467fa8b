import {
  type Appendable,
  type BatchLimits,
  type CheckEvents,
  type CommandFunction,
  type CommitNews,
  type CommittedEvent,
  openCommandFunction,
} from '@onceover/event-store';
import { arrayOf, openRowType, type RowType } from '@onceover/postgres-kit/binary-arrays';
import type pg from 'pg';
import type {
  ConcealCommand,
  EndCommand,
  ImportCommand,
  SecretWrites,
} from '../../../use-cases/secret/secret-writes.ts';
import {
  type AnyCommand,
  actionOf,
  commandRows,
  concealEvents,
  contentRow,
  deliveryRows,
  endEvents,
  envelopeRows,
  importEvent,
  importedContentRows,
  importedRow,
  incomingRows,
  redeliveryRows,
  replayRows,
  secretRow,
  tenantOf,
} from './written-rows.ts';

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
