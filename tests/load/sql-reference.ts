import { randomBytes } from 'node:crypto';
import { type Appendable, openCommandFunction, writeMeta } from '@onceover/event-store';
import { arrayOf, openRowType, type RowType } from '@onceover/postgres-kit/binary-arrays';
import pg from 'pg';
import { v4, v7 } from 'uuid';

/**
 * The same SQL without HTTP, GraphQL or crypto: the functions that the product's conceal and reveal call, with random bytes
 * for sealed columns, through the same batching. Nothing here can be opened.
 */
export interface SqlTask {
  readonly step: 'conceal' | 'reveal';
  readonly connections: number;
  readonly turns: number;
}
export interface SqlResult {
  readonly perSecond: number;
  /** Milliseconds of a call: p50, p90, p99 and p99.9. */
  readonly quantilesMs: readonly number[];
}

const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 10 });
const limits = { maxCommands: 64, maxBytes: 256 * 1024, connections: 1 };
const shared = { pool, limits, service: 'secrets', onCommitted: () => undefined };

interface Prepared extends Appendable {
  readonly id: string;
  readonly lookup: Buffer;
}

type Call = (secret: Prepared) => Promise<unknown>;

async function openConceal(epoch: number): Promise<Call> {
  const [secret, content, event, ...empty] = await Promise.all(
    [
      'secret',
      'secret_content',
      'events',
      'commands',
      'create_replay',
      'delivery',
      'delivery_envelope',
      'incoming',
    ].map((table) => openRowType(pool, `secrets.${table}`)),
  );
  return openCommandFunction<Prepared>({
    ...shared,
    call: {
      name: 'conceal',
      text: 'select * from secrets.conceal_secrets($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      encode: (secrets, alone) => [
        alone,
        secret?.arrayOf(secrets.map((each) => secretRow(each, epoch))),
        content?.arrayOf(secrets.map(({ lookup }) => ({ lookup, ct: randomBytes(1372), expires: inAnHour() }))),
        event?.arrayOf(secrets.map((each) => eventRow(each, 1, 'secret.created', created))),
        ...empty.map((rows) => rows.arrayOf([])),
      ],
    },
  });
}

async function openReveal(): Promise<Call> {
  const [event, ...empty] = await Promise.all(
    ['events', 'commands', 'redelivery'].map((table) => openRowType(pool, `secrets.${table}`)),
  );
  return openCommandFunction<Prepared>({
    ...shared,
    call: {
      name: 'reveal',
      text: 'select * from secrets.end_secrets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      encode: (secrets, alone) => [alone, ...endArguments(secrets, event), ...empty.map((rows) => rows.arrayOf([]))],
    },
  });
}

function endArguments(secrets: readonly Prepared[], event: RowType | undefined): unknown[] {
  const each = <Value>(value: Value) => secrets.map(() => value);
  return [
    arrayOf(
      'bytea',
      secrets.map(({ lookup }) => lookup),
    ),
    arrayOf(
      'uuid',
      secrets.map(({ id }) => id),
    ),
    arrayOf('int4', each(1)),
    arrayOf('text', each('received')),
    arrayOf('bool', each(null)),
    arrayOf('bool', each(false)),
    event?.arrayOf(secrets.map((secret) => eventRow(secret, 2, 'secret.received', { by: 'anonymous' }))),
  ];
}

const created = {
  kind: 'share',
  ttlSeconds: 3600,
  hasPassphrase: false,
  truncated: false,
  sizeBucket: '<=10k',
  recipientCount: 0,
};

function eventRow({ id }: Prepared, version: number, type: string, data: object) {
  return {
    stream_id: id,
    version,
    event_id: v4(),
    type,
    schema_ver: 1,
    category: 'secret',
    data: JSON.stringify(data),
    meta: writeMeta({
      correlationId: v4(),
      actor: { kind: 'anonymous' },
      surface: 'api',
      networkTag: 'q3Zk0_aB',
    }),
  };
}

function secretRow({ id, lookup }: Prepared, epoch: number) {
  return {
    lookup,
    secret_id: id,
    version: 1,
    state: 'new',
    short: 'abcdefgh',
    kind: 'share',
    flags: 0,
    kdf: 1,
    p: 1,
    attempts: 0,
    ttl: 3600,
    original_size: 1024,
    created: new Date(),
    expires: inAnHour(),
    e: epoch,
    wshard: randomBytes(60),
    mlookup: randomBytes(32),
    mshort: 'abcdefgh',
    linkbox: randomBytes(59),
    until: inAnHour(),
  };
}

function inAnHour(): Date {
  return new Date(Date.now() + 3_600_000);
}

async function inParallel(
  callers: number,
  turns: number,
  turn: (index: number) => Promise<unknown>,
): Promise<SqlResult> {
  const took: number[] = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let index = next++; index < turns; index = next++) {
        const at = performance.now();
        await turn(index);
        took.push(performance.now() - at);
      }
    }),
  );
  const perSecond = (turns * 1000) / (performance.now() - started);
  const sorted = took.toSorted((a, b) => a - b);
  return { perSecond, quantilesMs: [0.5, 0.9, 0.99, 0.999].map((share) => sorted[Math.floor(turns * share)] ?? 0) };
}

async function run({ step, connections, turns }: SqlTask): Promise<SqlResult> {
  const { rows } = await pool.query<{ e: number }>("select e from secrets.epoch where state = 'current'");
  const conceal = await openConceal(rows[0]?.e ?? 1);
  const secrets = Array.from({ length: turns }, prepared);
  const calling = (call: Call) => (index: number) => call(secrets[index] as Prepared);
  const concealed = await inParallel(connections, turns, calling(conceal));
  if (step === 'conceal') return concealed;
  return await inParallel(connections, turns, calling(await openReveal()));
}

function prepared(): Prepared {
  return { id: v7(), lookup: randomBytes(32), keys: [], bytes: 2048, news: [] };
}

process.on('message', (task: SqlTask) => {
  run(task)
    .then((result) => process.send?.(result))
    .catch((error: unknown) => process.send?.({ error: String(error) }));
});
process.once('disconnect', () => void pool.end());
