import { createHash } from 'node:crypto';
import { newId } from '@onceover/service-kit/ids';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anonymous } from '../../../test-support/anonymous.ts';
import { aConcealCommand, anEndCommand, withEverything, withToken } from '../../../test-support/secret-commands.ts';
import { startTestSecrets, type TestSecrets } from '../../../test-support/test-secrets.ts';
import type { ConcealCommand, SecretWrites } from '../../../use-cases/secret/secret-writes.ts';
import { lateAmong } from './late-tries.ts';
import { openSecretWrites } from './secret-writes.ts';

const FEW = 3;
const ROWS = 100_000;
const KEYS = 128;
/** So few that none waits for the connection until it gives up, whatever else the machine does. */
const AT_ONCE = 16;
const DUE = 10;

const filled = ['secret', 'secret_content', 'redelivery', 'create_replay', 'delivery_envelope'];

let secrets: TestSecrets;
/** A connection without the planner settings of the service's own. */
let unplanned: pg.Pool;
beforeEach(async () => {
  // One connection, because each plans for itself: what was planned early is then what runs later.
  secrets = await startTestSecrets({ connections: 1 });
  unplanned = new pg.Pool({ ...secrets.database, max: 1, idleTimeoutMillis: 0 });
  // Nothing looks at the tables' new size behind our back, so that plans stay until we say so.
  for (const table of filled) await secrets.rows(`alter table secrets.${table} set (autovacuum_enabled = false)`);
});
afterEach(async () => {
  await unplanned.end();
  await secrets[Symbol.asyncDispose]();
});

/** Rows of the tables that a look or an ending goes through, living for a year. */
async function fill(first: number, last: number): Promise<void> {
  await secrets.rows(
    `with made as (
       insert into secrets.secret (lookup, secret_id, version, state, short, kind, owner_ref, flags, kdf, p, attempts, ttl,
         original_size, created, expires, e, wshard, mlookup, mshort, r, until)
       select sha256(i::text::bytea), gen_random_uuid(), 1, 'new', '', 'share', gen_random_uuid(), 0, 1, 1, 0, 3600, 1,
         now(), now() + i * interval '1 minute' + interval '1 day', 1, 'shard', sha256(('m' || i)::bytea), '',
         'handle ' || i, now() + interval '1 year'
       from generate_series($1::int, $2::int) i
       returning lookup, expires, until
     ), contents as (insert into secrets.secret_content select lookup, 'content', expires from made),
     again as (insert into secrets.redelivery select lookup, sha256('token'), 1, 'blob', until, 3 from made),
     replays as (insert into secrets.create_replay select sha256(lookup), lookup, 1, 'sealed', until from made)
     insert into secrets.delivery_envelope select gen_random_uuid(), lookup, 'sealed', 'key', until from made`,
    [first, last],
  );
}

/** What the server counted in the tables of the service. */
interface Counts {
  /** Scans of whole tables. The epochs and the log's own row are left out: they are a handful. */
  readonly scans: number;
  /** Entries read in indexes. */
  readonly entries: number;
}

async function counts(): Promise<Counts> {
  for (const pool of [secrets.parts.pool, unplanned]) await handIn(pool);
  // So does the owner's: what it scanned to fill the tables must not arrive while somebody else is watched.
  await secrets.rows('select pg_stat_force_next_flush()');
  const [found] = await secrets.rows<Counts>(
    `select (select sum(seq_scan)::int from pg_stat_user_tables
         where schemaname = 'secrets' and relname not in ('log_meta', 'epoch')) as scans,
       (select sum(idx_tup_read)::int from pg_stat_user_indexes
         where schemaname = 'secrets' and relname not in ('log_meta', 'epoch')) as entries`,
  );
  return found as Counts;
}

/** Each connection hands in what it has counted; by itself it would wait for ten seconds. */
async function handIn(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query('select pg_stat_force_next_flush()')));
  for (const client of clients) client.release();
}

/** No table is scanned, and at most so many entries of indexes are read. */
async function expectLookUps(what: string, most: number, work: () => Promise<unknown>): Promise<void> {
  const before = await counts();
  await work();
  const after = await counts();
  expect(after.scans - before.scans, `tables scanned: ${what}`).toBe(0);
  expect(after.entries - before.entries, `index entries read: ${what}`).toBeLessThanOrEqual(most);
}

const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest();

/** Half of them are stored once the tables are filled. */
const places = Array.from({ length: KEYS }, (_, index) => (index % 2 === 0 ? index + 1 : ROWS + index));

const unopened = (lookup: Buffer) => ({ what: { lookup, caller: anonymous() }, count: 1 });

type Read = readonly [what: string, entries: number, read: (place: number) => Promise<unknown>];

/** With the index entries that each may read for a key. */
function readsOf({ vault, replays, redeliveries, attempts }: TestSecrets['parts']['ports']): readonly Read[] {
  return [
    ['gate', 1, (place) => vault.gate(hashOf(`${place}`))],
    ['entry', 2, (place) => vault.find(hashOf(`${place}`), null)],
    ['entry of a claimant', 3, (place) => vault.find(hashOf(`${place}`), hashOf('token'))],
    ['late tries', 1, (place) => lateAmong(secrets.parts.pool, [unopened(hashOf(`${place}`))])],
    ['metadata', 1, (place) => vault.findByMetadataKey(hashOf(`m${place}`))],
    ['metadata by handle', 1, (place) => vault.findByOwnerHandle(`handle ${place}`, newId())],
    ['replay', 1, (place) => replays.find(hashOf(hashOf(`${place}`)))],
    ['redelivery', 2, (place) => redeliveries.take(hashOf(`${place}`), hashOf('token'))],
    ['attempt', 4, (place) => attempts.reserve(hashOf(`${place}`), `network ${place}`)],
  ];
}

async function expectReadsToLookUp(): Promise<void> {
  for (const [what, entries, read] of readsOf(secrets.parts.ports)) {
    await expectLookUps(what, entries * KEYS, async () => {
      for (let at = 0; at < KEYS; at += AT_ONCE) await Promise.all(places.slice(at, at + AT_ONCE).map(read));
    });
  }
}

async function expectWritesToLookUp(writes: SecretWrites = secrets.parts.ports.writes): Promise<void> {
  const { vault } = secrets.parts.ports;
  const made: ConcealCommand[] = Array.from({ length: KEYS }, (_, index) => {
    const command = aConcealCommand(secrets, {}, { ownerRef: index % 4 === 0 ? newId() : null });
    return index % 2 === 0 ? withEverything(command) : command;
  });
  await expectLookUps('conceal', 0, () => Promise.all(made.map(writes.conceal)));
  const [due, living] = [made.slice(0, DUE), made.slice(DUE)];
  for (const { made: secret } of due) await secrets.endLifetime(secret.binding.lookup);
  // A row that moved leaves its old entry behind.
  await expectLookUps('due', 20 * DUE, async () => expect(await vault.findDue(200)).toHaveLength(DUE));
  await expectLookUps('expire', 25 * DUE, async () => expect(await secrets.expireDue()).toBe(DUE));
  const ends = living.map((secret, index) => anEndCommand(secret, index % 4 < 2 ? withToken(secret) : {}));
  await expectLookUps('end', 6 * KEYS, () => Promise.all(ends.map(writes.end)));
}

test('statements look up what they need, in empty tables and in large ones, by plans of either time', async () => {
  for (const grow of [async () => undefined, () => fill(1, ROWS), () => secrets.rows('analyze')]) {
    await grow();
    await expectReadsToLookUp();
    await expectWritesToLookUp();
  }
});

/** Has every statement planned as it will be kept, for tables of which the planner knows that they are tiny. */
async function planForAFew(writes: SecretWrites): Promise<void> {
  await fill(1, FEW);
  await secrets.rows('vacuum analyze');
  for (const [, , read] of readsOf(secrets.parts.ports)) await read(1);
  await secrets.parts.ports.vault.findDue(1);
  const secret = withEverything(aConcealCommand(secrets, {}, { ownerRef: newId() }));
  await writes.conceal(secret);
  await writes.end(anEndCommand(secret, withToken(secret)));
}

/** Once a chore of the service read a few index entries meanwhile; a statement at fault would read them in both. */
const secondTry = { retry: 1 };

// The functions plan for themselves: whoever calls them, on a connection without the settings of the service's pool.
test.each([
  ['the service', () => secrets.parts.pool],
  ['a connection that may plan as it likes', () => unplanned],
])('plans that %s made for a few rows look up what they need among many', secondTry, async (_whose, pool) => {
  const writes = await openSecretWrites(pool(), { check: () => undefined, onCommitted: () => undefined });
  await planForAFew(writes);
  await fill(FEW + 1, ROWS);
  await expectReadsToLookUp();
  await expectWritesToLookUp(writes);
  await secrets.rows('vacuum analyze');
  await expectReadsToLookUp();
  await expectWritesToLookUp(writes);
});

test('a statement is planned once for its connection, not anew for each call', async () => {
  for (const [, , read] of readsOf(secrets.parts.ports)) await read(1);
  for (const secret of [aConcealCommand(secrets), aConcealCommand(secrets)]) {
    await secrets.parts.ports.writes.conceal(secret);
    await secrets.parts.ports.writes.end(anEndCommand(secret));
  }
  const { rows } = await secrets.parts.pool.query<{ name: string; anew: number }>(
    'select name, custom_plans::int as anew from pg_prepared_statements order by name',
  );
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['secret gate', 'secret entry', 'end secrets']));
  expect(rows.filter(({ anew }) => anew > 0)).toEqual([]);
});
