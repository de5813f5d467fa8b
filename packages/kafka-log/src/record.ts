import { isPosition, LOG_COVERED, type Position, type RecordedEvent } from '@onceover/event-store';
import { NamedError } from '@onceover/service-kit/errors';
import { type KafkaMessage, Partitioners } from 'kafkajs';
import { z } from 'zod';
import type { TopicSpec } from './topics.ts';

/** An event as a topic has it. */
export interface TopicRecord {
  readonly key: string;
  /** The event as JSON. */
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** When it happened: a topic forgets events by their own age, also those that were published again. */
  readonly timestamp: string;
}

/** What a consumer looks at before it parses anything. */
export interface RecordSigns {
  readonly position: Position;
  readonly type: string;
  readonly tenantRef: string | null;
  readonly run: string | undefined;
}

/**
 * The record of an event.
 *
 * Shape    the headers say what a consumer needs to leave a record unread. A run is what one producer has
 *          sent: in the order of the log, without gaps
 * Source   events reference 5
 */
export function recordOf(event: RecordedEvent, run: string): TopicRecord {
  const { position, version, type, tenantRef } = event;
  return {
    key: keyOf(event),
    value: Buffer.from(JSON.stringify(event)),
    headers: {
      position,
      version: String(version),
      type,
      gen: generationOf(position),
      run,
      ...(tenantRef === null ? {} : { tenant: tenantRef }),
    },
    timestamp: String(event.occurredAt.getTime()),
  };
}

/**
 * The key of an event: its tenant where there is one, else its stream. All events of a key are in one partition, in the order
 * of the log. Blocks follow one another, though each is a stream of its own: all of a log have one key.
 */
export function keyOf({ type, tenantRef, streamId }: Pick<RecordedEvent, 'type' | 'tenantRef' | 'streamId'>): string {
  if (tenantRef !== null) return tenantRef;
  return type === LOG_COVERED ? LOG_COVERED : streamId;
}

/** Raised by a restore of the database: the first digits of a position. */
function generationOf(position: Position): string {
  return String(Number.parseInt(position, 10));
}

/** The partition of a topic that has the record of an event. */
export function partitionIn({ partitions }: Pick<TopicSpec, 'partitions'>, event: Parameters<typeof keyOf>[0]): number {
  return partitionOf(keyOf(event), partitions);
}

/** The partition that has the records with a key, of so many: as Java's clients and our producer choose it. */
export function partitionOf(key: string, partitions: number): number {
  const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({ partitionId, leader: 0 }));
  return choosePartition({ topic: '', partitionMetadata, message: { key, value: null } } as never);
}

const choosePartition = Partitioners.DefaultPartitioner();

/** A record that no relay of ours has written. */
export class ForeignRecord extends NamedError {}

/** Refuses  `ForeignRecord` */
export function signsOf({ headers = {}, offset }: Pick<KafkaMessage, 'headers' | 'offset'>): RecordSigns {
  const text = (name: string) => headers[name]?.toString();
  const [position, type] = [text('position'), text('type')];
  // A wrong one would pass for a late one, and hide all that comes after it.
  if (position === undefined || !isPosition(position) || !type) throw foreign(offset, 'has no position or no type');
  return { position, type, tenantRef: text('tenant') ?? null, run: text('run') };
}

const shape = z.looseObject({
  id: z.string(),
  type: z.string(),
  schemaVersion: z.int().positive(),
  streamId: z.string(),
  version: z.int().positive(),
  category: z.string(),
  tenantRef: z.string().nullable(),
  occurredAt: z
    .string()
    .transform((text) => new Date(text))
    .pipe(z.date()),
  data: z.record(z.string(), z.unknown()),
  meta: z.record(z.string(), z.unknown()),
  source: z.string(),
  position: z.string(),
});

/**
 * The event of a record in the topic of a log: whoever may write to one topic cannot speak for another log.
 *
 * Refuses  `ForeignRecord`
 */
export function eventOf(message: Pick<KafkaMessage, 'value' | 'offset' | 'headers'>, log: string): RecordedEvent {
  const { value, offset } = message;
  const parsed = shape.safeParse(parse(value));
  if (!parsed.success) throw foreign(offset, 'is not an event');
  const { position, type, tenantRef } = signsOf(message);
  const { data } = parsed;
  if (data.position !== position || data.type !== type || data.tenantRef !== tenantRef)
    throw foreign(offset, 'is not what its headers say');
  if (data.source !== log) throw foreign(offset, 'is an event of another log');
  return data as unknown as RecordedEvent;
}

function parse(value: Buffer | null): unknown {
  try {
    return value === null ? null : JSON.parse(value.toString());
  } catch {
    return null;
  }
}

/** Never with the record's content. */
function foreign(offset: string, what: string): ForeignRecord {
  return new ForeignRecord(
    `the record at offset ${offset} ${what}: let the relay alone write to the topic, and delete the topic, which the relay makes and fills again`,
  );
}
