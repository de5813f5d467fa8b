import { noTracing, type SpanSpec, type Tracing } from '@onceover/service-kit/tracing';
import { expect, test } from 'vitest';
import { watchEvents } from './watch-events.ts';

const HOUR_MS = 3_600_000;
const trace = (id: string, flags: string) => `00-${id.repeat(32)}-b7ad6b7169203331-${flags}`;
const event = (type: string, traceparent: string, ageMs = 0) => ({
  type,
  occurredAt: new Date(Date.now() - ageMs),
  meta: { correlationId: 'r', actor: { kind: 'system' }, surface: 'system', traceparent } as const,
});
const span: SpanSpec = { name: 'pack boxes', kind: 'consumer' };

function watching(isOn = true) {
  const recorded: unknown[] = [];
  const counted: unknown[] = [];
  const record: Tracing['record'] = ({ attributes }, parent) =>
    void recorded.push([parent, attributes?.['onceover.event'], attributes?.['messaging.batch.message_count']]);
  const watch = watchEvents({ ...noTracing, isOn, record }, span, (ending, _seconds, events) =>
    counted.push([ending, events]),
  );
  return { watch, recorded, counted };
}

test('each event that is traced has the work in its own trace; replayed ones and others have none', async () => {
  const { watch, recorded, counted } = watching();
  const events = [
    event('box.filled', trace('1', '01')),
    event('box.sent', trace('2', '00')),
    event('box.closed', trace('3', '01'), HOUR_MS + 1000),
    event('box.opened', trace('4', '01'), HOUR_MS - 60_000),
  ];
  await watch(events, async () => undefined);
  expect(recorded).toEqual([
    [trace('1', '01'), 'box.filled', 4],
    [trace('4', '01'), 'box.opened', 4],
  ]);
  expect(counted).toEqual([['done', 4]]);
});

test('work that failed counts no events, and is in no trace: it is done again', async () => {
  const { watch, recorded, counted } = watching();
  const failing = watch([event('box.filled', trace('1', '01'))], () => Promise.reject(new Error('full')));
  await expect(failing).rejects.toThrow('full');
  expect([recorded, counted]).toEqual([[], [['failed', 0]]]);
});

test('where nobody traces, events are only counted', async () => {
  const { watch, recorded, counted } = watching(false);
  await watch([event('box.filled', trace('1', '01'))], async () => undefined);
  expect([recorded, counted]).toEqual([[], [['done', 1]]]);
});
