import { Buffer } from 'node:buffer';
import { eventIds } from '../commands/event-ids.ts';
import { refuseMalformed } from '../commands/refuse-malformed.ts';
import type { AppendCommand, ExpectedVersion, Guard, StreamAppend } from '../types.ts';

/**
 * A command as text, made once when it is submitted. Row fragments lack their opening brace and the places in a batch,
 * which are known only when the batch is put together.
 */
export interface EncodedCommand {
  readonly commandId: string;
  /** What is locked alone, no two commands of a batch share, and keeps submission order: command id and streams. */
  readonly keys: readonly string[];
  readonly shared: readonly string[];
  readonly head: string;
  readonly streams: readonly string[];
  readonly events: readonly { readonly app: number; readonly row: string }[];
  readonly guards: readonly { readonly group: string; readonly row: string }[];
  readonly writes: readonly { readonly name: string; readonly row: string }[];
  readonly bytes: number;
}

/** Refuses (`TypeError`) a command that the store could not keep apart from its neighbours or run set-based. */
export function encodeCommand(command: AppendCommand): EncodedCommand {
  refuseMalformed(command);
  const { context, appends } = command;
  const events = encodeEvents(command);
  const encoded = {
    commandId: context.commandId,
    keys: [`command:${context.commandId}`, ...appends.map(({ stream }) => `stream:${stream.id}`)],
    shared: [...new Set(command.shared)],
    head: fragment({ streams: appends.length, size: events.length, id: context.commandId }),
    streams: appends.map(encodeStream),
    events,
    guards: command.guards.map((guard) => ({ group: guardGroup(guard), row: fragment(guard.row) })),
    writes: command.inline.map(({ name, row }) => ({ name, row: JSON.stringify(row) })),
  };
  return { ...encoded, bytes: sizeOf(encoded) };
}

/** Rows that share function and meaning of a miss run together. */
function guardGroup({ kind, name, onMiss }: Guard): string {
  return `${kind}_${name} ${onMiss}`;
}

function encodeStream({ stream, expected, events, closes }: StreamAppend): string {
  return fragment({
    id: stream.id,
    category: stream.category,
    expected: expectedNumber(expected),
    size: events.length,
    closes: closes === true,
  });
}

function encodeEvents({ context, appends }: AppendCommand): { app: number; row: string }[] {
  const ids = eventIds(context.commandId, appends);
  let index = 0;
  return appends.flatMap(({ stream, events }, app) =>
    events.map((event, i) => {
      const row = fragment({
        back: events.length - i - 1,
        id: ids[index++],
        type: event.type,
        schema: event.schemaVersion,
        category: stream.category,
        tenant: context.tenantRef,
        data: event.data,
        meta: context.meta,
      });
      return { app, row };
    }),
  );
}

function expectedNumber(expected: ExpectedVersion): number {
  if (expected === 'none') return 0;
  return expected === 'any' ? -1 : expected;
}

function fragment(row: object): string {
  return JSON.stringify(row).slice(1);
}

function sizeOf(encoded: Omit<EncodedCommand, 'bytes'>): number {
  let bytes = 256;
  for (const { row } of [...encoded.events, ...encoded.guards, ...encoded.writes]) bytes += Buffer.byteLength(row);
  return bytes;
}
