import { createHash } from 'node:crypto';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aConcealCommand, anEndCommand, withEverything, withToken } from '../../../test-support/secret-commands.ts';
import { startTestSecrets, type TestSecrets } from '../../../test-support/test-secrets.ts';
import type { ConcealCommand } from '../../../use-cases/secret/secret-writes.ts';

const ROWS = 100_000;
const KEYS = 128;
const DUE = 10;

const filled = ['secret', 'secret_content', 'redelivery', 'create_replay', 'delivery_envelope'];

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
  // Nothing looks at the tables' new size behind our back, so that plans stay until we say so.
  for (const table of filled) await secrets.rows(`alter table secrets.${table} set (autovacuum_enabled = false)`);
});
afterAll(() => secrets[Symbol.asyncDispose]());

/** Rows of the tables that a look or an ending goes through, living for a year. */
async function fill(): Promise<void> {
  await secrets.rows(
    `insert into secrets.secret (lookup, secret_id, version, state, short, kind, owner_ref, flags, kdf, p, attempts, ttl,
       original_size, created, expires, e, wshard, mlookup, mshort, r, until)
     select sha256(i::text::bytea), gen_random_uuid(), 1, 'new', '', 'share', gen_random_uuid(), 0, 1, 1, 0, 3600, 1,
       now(), now() + i * interval '1 minute' + interval '1 day', 1, 'shard', sha256(('m' || i)::bytea), '', 'handle ' || i,
       now() + interval '1 year'
     from generate_series(1, ${ROWS}) i;
     insert into secrets.secret_content select lookup, 'content', expires from secrets.secret;
     insert into secrets.redelivery select lookup, sha256('token'), 1, 'blob', until, 3 from secrets.secret;
     insert into secrets.create_replay select sha256(lookup), lookup, 1, 'sealed', until from secrets.secret;
     insert into secrets.delivery_envelope
       select gen_random_uuid(), lookup, 'sealed', 'key', until from secrets.secret`,
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
  const { pool } = secrets.parts;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  // Each connection hands in what it has counted; by itself it would wait for ten seconds.
  await Promise.all(clients.map((client) => client.query('select pg_stat_force_next_flush()')));
  for (const client of clients) client.release();
  const [found] = await secrets.rows<Counts>(
    `select (select sum(seq_scan)::int from pg_stat_user_tables
         where schemaname = 'secrets' and relname not in ('log_meta', 'epoch')) as scans,
       (select sum(idx_tup_read)::int from pg_stat_user_indexes
         where schemaname = 'secrets' and relname not in ('log_meta', 'epoch')) as entries`,
  );
  return found as Counts;
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

async function expectReadsToLookUp(): Promise<void> {
  const { vault, replays } = secrets.parts.ports;
  const reads: [string, number, (place: number) => Promise<unknown>][] = [
    ['gate', 1, (place) => vault.gate(hashOf(`${place}`))],
    ['entry', 2, (place) => vault.find(hashOf(`${place}`), null)],
    ['entry of a claimant', 3, (place) => vault.find(hashOf(`${place}`), hashOf('token'))],
    ['metadata', 1, (place) => vault.findByMetadataKey(hashOf(`m${place}`))],
    ['metadata by handle', 1, (place) => vault.findByOwnerHandle(`handle ${place}`, newId())],
    ['replay', 1, (place) => replays.find(hashOf(hashOf(`${place}`)))],
  ];
  for (const [what, entries, read] of reads) {
    await expectLookUps(what, entries * KEYS, () => Promise.all(places.map(read)));
  }
}

async function expectWritesToLookUp(): Promise<void> {
  const { vault, writes } = secrets.parts.ports;
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
  for (const grow of [async () => undefined, fill, () => secrets.rows('analyze')]) {
    await grow();
    await expectReadsToLookUp();
    await expectWritesToLookUp();
  }
});
