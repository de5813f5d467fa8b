import type { RecordedEvent } from '@onceover/event-store';
import { createLogger, type Logger } from '@onceover/service-kit/logging';
import { expect } from 'vitest';
import type { LogsBehind, TopicMessage } from './kafka-topics.ts';

const headersOf = ({ headers = {} }: TopicMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** A topic is its log: every event, in each partition in the order of the log once repeats are dropped, and nothing else. */
export function expectLog(partitions: readonly TopicMessage[][], log: readonly RecordedEvent[]): void {
  const byPosition = new Map(log.map((event) => [event.position as string, event]));
  const first = partitions.map(
    (records) => new Map(records.toReversed().map((record) => [headersOf(record).position, record])),
  );
  const seen = partitions.map((records) => [...new Set(records.map((record) => headersOf(record).position))]);
  for (const positions of seen) expect(positions).toEqual(positions.toSorted());
  expect(seen.flat().toSorted()).toEqual([...byPosition.keys()].toSorted());
  for (const [position = '', record] of first.flatMap((records) => [...records])) {
    const event = byPosition.get(position);
    if (event === undefined) throw new TypeError('it was compared above');
    const { tenantRef, streamId, version, type } = event;
    expect(String(record.key)).toBe(tenantRef ?? streamId);
    expect(JSON.parse(String(record.value))).toEqual(JSON.parse(JSON.stringify(event)));
    const { run, ...headers } = headersOf(record);
    expect(run).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers).toEqual({
      position,
      type,
      version: String(version),
      gen: String(Number.parseInt(position, 10)),
      ...(tenantRef === null ? {} : { tenant: tenantRef }),
    });
    expect(record.timestamp).toBe(String(event.occurredAt.getTime()));
  }
}

/** All of a log. */
export async function wholeLog({ source }: LogsBehind, log: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (let after = source.history.start; ; ) {
    const page = await source.history.read(log, after, 1_000);
    const last = page.at(-1);
    if (last === undefined) return events;
    events.push(...page);
    after = last.position;
  }
}

/** What was logged and told, as one line each: messages and causes. */
export function keptLogger(): { readonly lines: string[]; readonly logger: Logger } {
  const lines: string[] = [];
  const logger = createLogger('test');
  for (const level of ['error', 'warn', 'info'] as const) {
    logger[level] = ((fields: { readonly cause?: string }, message: string) =>
      void lines.push(`${message}${fields.cause === undefined ? '' : `: ${fields.cause}`}`)) as typeof logger.error;
  }
  return { lines, logger };
}
