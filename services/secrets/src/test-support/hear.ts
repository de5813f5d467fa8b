import type { ConsumerDefinition } from '@onceover/event-bus';
import { inTransaction, type Json, type Position, type RecordedEvent } from '@onceover/event-store';
import { readEvent } from '@onceover/schema/events/read-event';
import { newId } from '@onceover/service-kit/ids';
import { createLogger } from '@onceover/service-kit/logging';
import { ownOrigin, traceparentOf } from '@onceover/service-kit/origin';
import type { Knex } from 'knex';

/** What a test says of an event; the rest is made up. */
export interface HeardEvent {
  readonly type: string;
  readonly streamId: string;
  readonly version: number;
  readonly data: Readonly<Record<string, Json>>;
  readonly occurredAt?: Date;
}

/** Gives one event to a consumer in a transaction of its own, as the runtime would. */
export async function hear(
  knex: Knex,
  consumer: ConsumerDefinition,
  { occurredAt = new Date(), ...given }: HeardEvent,
): Promise<void> {
  const event: RecordedEvent = {
    ...given,
    occurredAt,
    id: newId(),
    schemaVersion: 1,
    category: 'account',
    tenantRef: null,
    meta: {
      correlationId: 'test',
      actor: { kind: 'system' },
      ...ownOrigin('system'),
      traceparent: traceparentOf('test'),
    },
    source: consumer.sources[0] ?? 'accounts',
    position: '1' as Position,
  };
  await inTransaction(knex, (tx) =>
    consumer.handle([readEvent(event)], {
      tx,
      enqueue: () => Promise.reject(new Error('no consumer here has jobs')),
      changed: () => undefined,
      now: () => new Date(),
      log: createLogger('test'),
    }),
  );
}
