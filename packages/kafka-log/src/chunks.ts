import type { RecordedEvent } from '@onceover/event-store';
import { recordOf, type TopicRecord } from './record.ts';

const MOST_BYTES = 512 * 1024;

export interface OutgoingRecord {
  readonly event: RecordedEvent;
  readonly record: TopicRecord;
}

/** A batch in pieces that one send takes, each with its last position: brokers take what goes to a partition as one message. */
export function* chunksOf(events: readonly RecordedEvent[], run: string) {
  let [records, bytes]: [OutgoingRecord[], number] = [[], 0];
  for (const event of events) {
    const record = recordOf(event, run);
    if (records.length > 0 && bytes + record.value.length > MOST_BYTES) {
      yield chunkOf(records);
      [records, bytes] = [[], 0];
    }
    records.push({ event, record });
    bytes += record.value.length;
  }
  if (records.length > 0) yield chunkOf(records);
}

function chunkOf(records: readonly OutgoingRecord[]) {
  const end = records.at(-1)?.event.position;
  if (end === undefined) throw new TypeError('a chunk has records');
  return { records, end };
}

/** What a refusal for size is to name. */
export function largestOf(records: readonly OutgoingRecord[]): string {
  const [largest] = records.toSorted((a, b) => b.record.value.length - a.record.value.length);
  if (largest === undefined) return '';
  const { event, record } = largest;
  return `; the largest is the ${event.type} event ${event.id} with ${record.value.length} bytes`;
}
