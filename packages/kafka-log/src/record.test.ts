import { LOG_COVERED, type Position, type RecordedEvent } from '@onceover/event-store';
import { expect, test } from 'vitest';
import { eventOf, ForeignRecord, partitionOf, recordOf, signsOf } from './record.ts';

const event: RecordedEvent = {
  id: '0199f5a0-0000-7000-8000-000000000001',
  type: 'box.noted',
  schemaVersion: 1,
  streamId: '0199f5a0-0000-7000-8000-0000000000aa',
  version: 3,
  category: 'box',
  tenantRef: '0199f5a0-0000-7000-8000-0000000000bb',
  occurredAt: new Date('2026-11-25T10:00:00.123Z'),
  data: { note: 'über', size: 2 },
  meta: { correlationId: 'c', actor: { kind: 'system' }, surface: 'system', traceparent: '00-a-b-01' },
  source: 'boxes',
  position: '00002:00000000000000000042:0000000000000000007' as Position,
};

const asRead = (record: ReturnType<typeof recordOf>) => ({
  value: record.value,
  offset: '7',
  headers: Object.fromEntries(Object.entries(record.headers).map(([name, text]) => [name, Buffer.from(text)])),
});

test('a record says in its headers what a consumer needs to leave it unread, and comes back as the event it was made of', () => {
  const record = recordOf(event, 'a-run');
  expect(record.key).toBe(event.tenantRef);
  expect(record.timestamp).toBe(String(event.occurredAt.getTime()));
  expect(record.headers).toEqual({
    position: event.position,
    version: '3',
    type: 'box.noted',
    gen: '2',
    run: 'a-run',
    tenant: event.tenantRef,
  });
  expect(signsOf(asRead(record))).toEqual({
    position: event.position,
    type: event.type,
    tenantRef: event.tenantRef,
    run: 'a-run',
  });
  expect(eventOf(asRead(record), 'boxes')).toEqual(event);
});

test('the key of what belongs to nobody is its stream', () => {
  const record = recordOf({ ...event, tenantRef: null }, 'a-run');
  expect(record.key).toBe(event.streamId);
  expect(signsOf(asRead(record)).tenantRef).toBeNull();
});

test('what a log says about itself is in one partition, in its order, though each block is a stream of its own', () => {
  const blocks = ['0199f5a0-0000-7000-8000-00000000000c', '0199f5a0-0000-7000-8000-00000000000d'].map((streamId) =>
    recordOf({ ...event, type: LOG_COVERED, tenantRef: null, streamId }, 'a-run'),
  );
  expect(new Set(blocks.map(({ key }) => key)).size).toBe(1);
});

// What Java's DefaultPartitioner says of these keys with 12 partitions, and of an empty key.
test.each([
  ['', 275646681 % 12],
  ['21', (-973932308 & 0x7fffffff) % 12],
  ['foobar', (-790332482 & 0x7fffffff) % 12],
  ['a-little-bit-long-string', (-985981536 & 0x7fffffff) % 12],
  ['a-little-bit-longer-string', (-1486304829 & 0x7fffffff) % 12],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', (-58897971 & 0x7fffffff) % 12],
])('the key %j is in the partition where Java puts it', (key, partition) => {
  expect(partitionOf(key, 12)).toBe(partition);
});

function withHeaders(headers: Readonly<Record<string, string>>) {
  const entries = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)]);
  return { value: Buffer.from('{}'), offset: '7', headers: Object.fromEntries(entries) as Record<string, Buffer> };
}

test.each([
  ['no headers', { value: Buffer.from('{}'), offset: '7' }],
  ['no position', { value: Buffer.from('{}'), offset: '7', headers: { type: Buffer.from('box.noted') } }],
  ['a position in another form', withHeaders({ position: 'zzz', type: 'box.noted' })],
  ['an empty type', withHeaders({ position: event.position, type: '' })],
])('a record with %s is nothing of ours', (_what, record) => {
  expect(() => signsOf(record)).toThrow(ForeignRecord);
});

test.each([
  ['no value', null],
  ['a text', Buffer.from('secret-looking')],
  ['an event without a stream', Buffer.from(JSON.stringify({ ...event, streamId: undefined }))],
])('a record with %s is refused, and the error does not show it', (_what, value) => {
  expect(() => eventOf({ value, offset: '7' }, 'boxes')).toThrow(/^the record at offset 7 is not an event/);
});

test.each([
  ['position', { ...event, position: event.position.replace(/7$/, '8') as Position }],
  ['type', { ...event, type: 'box.emptied' }],
])('a record whose event has another %s than its headers is refused', (_what, other) => {
  const { headers } = asRead(recordOf(event, 'a-run'));
  const { value } = recordOf(other, 'a-run');
  expect(() => eventOf({ value, headers, offset: '7' }, 'boxes')).toThrow(
    /^the record at offset 7 is not what its headers say/,
  );
});
