import { Buffer } from 'node:buffer';
import { eventIds } from '../commands/event-ids.ts';
import { eventsFor } from '../commands/news-of.ts';
import { refuseMalformed } from '../commands/refuse-malformed.ts';
import { writeMeta } from '../commands/stored-meta.ts';
import type { AppendCommand, CheckEvents, CommittedEvent, ExpectedVersion, StreamAppend } from '../types.ts';

/**
 * A command as text, written once when it is submitted. `encode-batch.ts` adds what depends on its place in a batch.
 */
export interface EncodedCommand {
  readonly commandId: string;
  /** Locked exclusively, shared by no two commands of a batch, run in submission order: command id and streams. */
  readonly keys: readonly string[];
  readonly shared: readonly string[];
  readonly tenant: string;
  readonly news: readonly CommittedEvent[];
  readonly streams: readonly EncodedStream[];
  readonly events: readonly EncodedEvent[];
  /** A guard's row lacks its opening brace, because its number in the batch goes first. */
  readonly guards: readonly { readonly group: string; readonly row: string }[];
  readonly writes: readonly { readonly name: string; readonly row: string }[];
  readonly bytes: number;
}

export interface EncodedStream {
  readonly id: string;
  readonly category: string;
  readonly expected: number;
  readonly size: number;
  readonly closes: boolean;
}

export interface EncodedEvent {
  /** Index of the append in the command. */
  readonly app: number;
  readonly back: number;
  readonly id: string;
  readonly type: string;
  readonly schema: number;
  readonly body: string;
}

/**
 * Refuses (`TypeError`) a command that the store could not tell from its neighbours or could not run in a set, and what
 * `check` refuses.
 */
export function encodeCommand(command: AppendCommand, check: CheckEvents): EncodedCommand {
  refuseMalformed(command, check);
  const { context, appends, guards = [], inline = [], shared = [] } = command;
  const parts = {
    events: encodeEvents(command),
    guards: guards.map(({ kind, name, onMiss, row }) => ({
      group: `${kind}_${name} ${onMiss}`,
      row: JSON.stringify(row).slice(1),
    })),
    writes: inline.map(({ name, row }) => ({ name, row: JSON.stringify(row) })),
  };
  return {
    commandId: context.commandId,
    keys: [`command:${context.commandId}`, ...appends.map(({ stream }) => `stream:${stream.id}`)],
    shared: shared.length < 2 ? shared : [...new Set(shared)],
    tenant: context.tenantRef ?? 'NULL',
    news: eventsFor(context.tenantRef, appends),
    streams: appends.map(encodeStream),
    ...parts,
    bytes: sizeOf(parts),
  };
}

/** An element of an array of text, as PostgreSQL reads it. */
export function arrayElement(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function encodeStream({ stream, expected, events, closes }: StreamAppend): EncodedStream {
  return {
    id: stream.id,
    category: arrayElement(stream.category),
    expected: expectedNumber(expected),
    size: events.length,
    closes: closes === true,
  };
}

function encodeEvents({ context, appends }: AppendCommand): EncodedEvent[] {
  const ids = eventIds(context.commandId, appends);
  const meta = writeMeta(context.meta);
  let index = 0;
  return appends.flatMap(({ events }, app) =>
    events.map(({ type, schemaVersion, data }, i) => ({
      app,
      back: events.length - i - 1,
      id: ids[index++] ?? '',
      type: arrayElement(type),
      schema: schemaVersion,
      body: `[${JSON.stringify(data)},${meta}]`,
    })),
  );
}

function expectedNumber(expected: ExpectedVersion): number {
  if (expected === 'none') return 0;
  return expected === 'any' ? -1 : expected;
}

function sizeOf({ events, guards, writes }: Pick<EncodedCommand, 'events' | 'guards' | 'writes'>): number {
  let bytes = 256;
  for (const { body } of events) bytes += Buffer.byteLength(body) + 128;
  for (const { row } of guards) bytes += Buffer.byteLength(row);
  for (const { row } of writes) bytes += Buffer.byteLength(row);
  return bytes;
}
