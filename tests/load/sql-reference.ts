import { randomBytes } from 'node:crypto';
import { type AppendCommand, createPostgresEventStore, type StreamAppend } from '@onceover/event-store';
import pg from 'pg';
import { v4, v7 } from 'uuid';

/**
 * The same SQL without HTTP, GraphQL or crypto: commands shaped like the product's conceal and reveal, with random bytes
 * for sealed columns, through the event store's batching. Nothing here can be opened.
 */
export interface SqlTask {
  readonly step: 'conceal' | 'reveal';
  readonly connections: number;
  readonly turns: number;
}
export interface SqlResult {
  readonly perSecond: number;
}

const pool = new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 10 });
const store = createPostgresEventStore({ pool, schema: 'secrets', service: 'secrets' });

interface Prepared {
  readonly id: string;
  readonly lookup: string;
}

function base64(bytes: number): string {
  return randomBytes(bytes).toString('base64');
}

function context(): AppendCommand['context'] {
  return { commandId: v4(), tenantRef: null, meta: { correlationId: v4(), actor: { kind: 'anonymous' } } };
}

function appendTo(id: string, expected: StreamAppend['expected'], type: string, data: object): StreamAppend {
  const events = [{ type, schemaVersion: 1, data }];
  return { stream: { id, category: 'secret' }, expected, events, closes: type !== 'secret.created' };
}

function concealCommand({ id, lookup }: Prepared, epoch: number): AppendCommand {
  const created = new Date();
  const data = {
    kind: 'share',
    ttlSeconds: 3600,
    hasPassphrase: false,
    truncated: false,
    sizeBucket: '<=10k',
    recipientCount: 0,
  };
  const expires = new Date(created.getTime() + 3_600_000).toISOString();
  return {
    context: context(),
    appends: [appendTo(id, 'none', 'secret.created', { ...data, expiresAt: expires })],
    shared: [`epoch:${epoch}`],
    guards: [{ kind: 'check', name: 'sealing', row: { e: epoch, created: created.toISOString() }, onMiss: 'stale' }],
    inline: [{ name: 'secret', row: secretRow({ id, lookup }, { epoch, created: created.toISOString(), expires }) }],
  };
}

interface Sealing {
  readonly epoch: number;
  readonly created: string;
  readonly expires: string;
}

function secretRow({ id, lookup }: Prepared, { epoch, created, expires }: Sealing) {
  return {
    lookup,
    secret_id: id,
    short: 'abcdefgh',
    kind: 'share',
    owner_ref: null,
    share_domain_id: null,
    flags: 0,
    kdf: 1,
    ttl: 3600,
    original_size: 1024,
    created,
    expires,
    ct: base64(1340),
    e: epoch,
    wshard: base64(60),
    mlookup: base64(32),
    mshort: 'abcdefgh',
    r: randomBytes(16).toString('hex').slice(0, 31),
    linkbox: base64(87),
    share_domain: null,
    until: expires,
  };
}

function revealCommand({ id, lookup }: Prepared): AppendCommand {
  return {
    context: context(),
    appends: [appendTo(id, 1, 'secret.received', { by: 'anonymous' })],
    shared: [],
    guards: [{ kind: 'claim', name: 'new_secret', row: { lookup, state: 'received' }, onMiss: 'conflict' }],
    inline: [{ name: 'secret_end', row: { lookup, state: 'received', delivery_confirmed: null } }],
  };
}

async function inParallel(callers: number, turns: number, turn: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let index = next++; index < turns; index = next++) await turn(index);
    }),
  );
  return (turns * 1000) / (performance.now() - started);
}

async function run({ step, connections, turns }: SqlTask): Promise<SqlResult> {
  const { rows } = await pool.query<{ e: number }>("select e from secrets.epoch where state = 'current'");
  const epoch = rows[0]?.e ?? 1;
  const secrets = Array.from({ length: turns }, () => ({ id: v7(), lookup: base64(32) }));
  const conceal = (index: number) => store.execute(concealCommand(secrets[index] as Prepared, epoch));
  const concealed = await inParallel(connections, turns, conceal);
  if (step === 'conceal') return { perSecond: concealed };
  return {
    perSecond: await inParallel(connections, turns, (index) =>
      store.execute(revealCommand(secrets[index] as Prepared)),
    ),
  };
}

process.on('message', (task: SqlTask) => {
  run(task)
    .then((result) => process.send?.(result))
    .catch((error: unknown) => process.send?.({ error: String(error) }));
});
process.once('disconnect', () => void pool.end());
