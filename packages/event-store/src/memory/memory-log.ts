import { eventIds } from '../commands/event-ids.ts';
import { readMeta, writeMeta } from '../commands/stored-meta.ts';
import type { CommandContext, Position, RecordedEvent, StreamAppend } from '../types.ts';

export interface Reference {
  readonly streamId: string;
  readonly version: number;
}

export class MemoryLog {
  readonly source: string;
  readonly events: RecordedEvent[] = [];
  readonly #commands = new Map<string, Reference>();
  readonly #streams = new Map<string, RecordedEvent[]>();
  #transactions = 0;

  constructor(source: string) {
    this.source = source;
  }

  stream(id: string): readonly RecordedEvent[] {
    return this.#streams.get(id) ?? [];
  }

  known(commandId: string): Reference | undefined {
    return this.#commands.get(commandId);
  }

  /** After every existing event, before any future one. */
  get end(): Position {
    return memoryPosition(this.#transactions + 1, 0);
  }

  /** Everything has been checked, so this cannot fail halfway. Returns the new events. */
  record(context: CommandContext, appends: readonly StreamAppend[], at: Date): readonly RecordedEvent[] {
    this.#transactions += 1;
    const ids = eventIds(context.commandId, appends);
    const before = this.events.length;
    for (const append of appends) for (const event of append.events) this.#add(append, event, context, ids, before, at);
    const [first] = appends;
    if (first !== undefined) {
      const streamId = first.stream.id;
      this.#commands.set(context.commandId, { streamId, version: this.stream(streamId).length });
    }
    return this.events.slice(before);
  }

  #add(
    { stream }: StreamAppend,
    event: StreamAppend['events'][number],
    context: CommandContext,
    ids: readonly string[],
    before: number,
    at: Date,
  ): void {
    const place = this.events.length;
    const recorded: RecordedEvent = {
      id: ids[place - before] ?? '',
      type: event.type,
      schemaVersion: event.schemaVersion,
      streamId: stream.id,
      version: this.stream(stream.id).length + 1,
      category: stream.category,
      tenantRef: context.tenantRef,
      occurredAt: at,
      // As in a database, recorded events are copies that nobody else holds.
      data: structuredClone(event.data) as RecordedEvent['data'],
      meta: readMeta(JSON.parse(writeMeta(context.meta))),
      source: this.source,
      position: memoryPosition(this.#transactions, place + 1),
    };
    this.events.push(recorded);
    this.#streams.set(stream.id, [...this.stream(stream.id), recorded]);
  }
}

/** Looks and sorts like a log's position. */
export function memoryPosition(transaction: number, place: number): Position {
  return `00001:${String(transaction).padStart(20, '0')}:${String(place).padStart(19, '0')}` as Position;
}
