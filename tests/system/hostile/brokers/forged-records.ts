import { partitionIn } from '@onceover/kafka-log';

/** A record as a producer takes it. */
export interface Forged {
  readonly partition: number;
  readonly key: string;
  readonly value: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Forging {
  readonly accountRef: string;
  /** Of the topic. */
  readonly partitions: number;
  readonly canary: string;
  readonly times: number;
}

const POSITION = '00001:00000000000009999999:0000000000000000001';

/** What a stranger puts on the topic of a log: a lie about an account where its events are, and other things everywhere else. */
export function forgedRecords(topic: string, { accountRef, partitions, canary, times }: Forging): readonly Forged[] {
  const log = /(\w+)\.events\.v1$/.exec(topic)?.[1] ?? '';
  const other = log === 'accounts' ? 'secrets' : 'accounts';
  const lie = (type: string, source: string, data: object) => ({
    id: crypto.randomUUID(),
    type,
    schemaVersion: 1,
    streamId: accountRef,
    version: 900,
    category: type.split('.')[0],
    tenantRef: accountRef,
    occurredAt: new Date().toISOString(),
    data: { ...data, note: canary },
    meta: { correlationId: canary, actor: { kind: 'system' }, surface: 'system', traceparent: '00-a-b-01' },
    source,
    position: POSITION,
  });
  const told = (event: ReturnType<typeof lie>, change: Readonly<Record<string, string>> = {}) => ({
    value: JSON.stringify(event),
    headers: {
      position: event.position,
      version: '900',
      type: event.type,
      gen: '1',
      run: canary,
      tenant: accountRef,
      ...change,
    },
  });
  const records = [
    // Of the log of somebody else, in whose name this one cannot speak.
    told(lie('account.password_changed', other, { accountRef })),
    told(lie('secret.burned', other, { by: 'owner' })),
    // Another tenant in the header than in the event.
    told(lie('secret.created', log, { kind: 'share' }), { tenant: crypto.randomUUID() }),
    { value: canary },
    { value: Buffer.alloc(500_000, canary) },
    { value: Buffer.from([0xff, 0]), headers: { position: POSITION, type: 'secret.created' } },
  ];
  const first = partitionIn({ partitions }, { type: '', tenantRef: accountRef, streamId: accountRef });
  return Array.from({ length: times * records.length }, (_, number) => ({
    key: accountRef,
    // A consumer stands before the first one of a partition.
    partition: (first + number) % partitions,
    value: '',
    ...records[number % records.length],
  }));
}
