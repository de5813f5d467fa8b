import { createHash } from 'node:crypto';
import type { Position } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresBlockBook } from '../../adapters/postgres/audit-blocks.ts';
import { EVENT_TEXT } from '../../adapters/postgres/event-text.ts';
import { startTestAudit, type TestAudit } from '../../test-support/test-audit.ts';
import { hashBlock } from './audit-block.ts';
import { coverLog } from './cover-log.ts';
import { merkleRoot } from './merkle-root.ts';

let audit: TestAudit;
beforeAll(async () => {
  audit = await startTestAudit();
});
afterAll(() => audit[Symbol.asyncDispose]());

interface BlockRow {
  readonly log: string;
  readonly number: string;
  readonly from_position: Position;
  readonly to_position: Position;
  readonly events: number;
  readonly root: Buffer;
  readonly at: Date;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
}
const blocks = () => audit.rows<BlockRow>(`select * from audit.blocks where log = 'secrets' order by number`);
const events = () =>
  audit.rows<{ text: string; xid: string }>(
    `select ${EVENT_TEXT} as text, e.xid::text from secrets.events e order by e.gen, e.xid, e.pos`,
  );
const covered = async () => (await blocks()).reduce((sum, block) => sum + block.events, 0);

test('a second after an event that belongs to nobody, a block covers it, and others in it, without a row for it', async () => {
  const { append, rows } = audit;
  for (let round = 0; round < 20; round += 1) await append('secrets', 'secret.created', {});
  await eventually(async () => expect(await covered()).toBe((await events()).length), { withinMs: 10_000 });
  expect((await blocks()).length).toBeLessThanOrEqual(3);
  expect(await rows('select from audit.entries')).toEqual([]);
});

test('blocks of a log follow each other without gaps, and their roots are over its events', async () => {
  await audit.owner.query(`
    insert into secrets.events (gen, stream_id, version, event_id, type, category, data, meta)
      select 1, gen_random_uuid(), 1, gen_random_uuid(), 'secret.created', 'secret', '{"kind": "share", "note": "é\\u0001"}', '{}'
      from generate_series(1, 2500)`);
  await coverLog(createPostgresBlockBook(audit.owner), 'secrets');
  const leaves = (await events()).map(({ text }) => createHash('sha256').update(Buffer.of(0)).update(text).digest());
  let [at, before]: [number, Buffer] = [0, Buffer.alloc(32)];
  for (const [index, block] of (await blocks()).entries()) {
    const { log, events: count, root, prev_hash: prevHash, from_position: from, to_position: to } = block;
    expect(count).toBeLessThanOrEqual(1_000);
    expect(root).toEqual(merkleRoot(leaves.slice(at, at + count)));
    expect(prevHash).toEqual(before);
    const number = index + 1;
    expect(Number(block.number)).toBe(number);
    const body = { log, number, from, to, events: count, root, at: block.at.toISOString(), prevHash };
    expect(block.hash).toEqual(hashBlock(body));
    [at, before] = [at + count, block.hash];
  }
  expect(at).toBe(leaves.length);
});

test('what an older transaction may still precede waits for its end', async () => {
  const { owner, append } = audit;
  const book = createPostgresBlockBook(owner);
  await coverLog(book, 'secrets');
  const slow = await owner.connect();
  await slow.query('begin');
  await slow.query('select pg_current_xact_id()');
  await append('secrets', 'secret.created', {}, { streamId: newId() });
  const before = await covered();
  expect(await coverLog(book, 'secrets')).toBe(true);
  expect(await covered()).toBe(before);
  await slow.query('rollback');
  slow.release();
  await coverLog(book, 'secrets');
  expect(await covered()).toBe((await events()).length);
});

test('two processes that cover a log at once cover every event once', async () => {
  await audit.owner.query(`
    insert into secrets.events (gen, stream_id, version, event_id, type, category, data, meta)
      select 1, gen_random_uuid(), 1, gen_random_uuid(), 'secret.created', 'secret', '{}', '{}' from generate_series(1, 5500)`);
  const book = createPostgresBlockBook(audit.owner);
  await Promise.all([1, 2, 3].map(() => coverLog(book, 'secrets')));
  await coverLog(book, 'secrets');
  expect(await covered()).toBe((await events()).length);
});

test('what another process has committed is covered within seconds, without a commit of this one', async () => {
  const { owner, rows } = audit;
  await eventually(async () => expect(await covered()).toBe((await events()).length), { withinMs: 10_000 });
  await owner.query(`
    insert into accounts.events (gen, stream_id, version, event_id, type, category, data, meta)
      values (1, gen_random_uuid(), 1, gen_random_uuid(), 'domain.added', 'domain', '{}', '{}')`);
  const isCovered = async () => {
    const [row] = await rows<{ events: number }>(
      `select coalesce(sum(events), 0)::int as events from audit.blocks where log = 'accounts'`,
    );
    expect(row?.events).toBe(1);
  };
  await eventually(isCovered, { withinMs: 5_000 });
});
