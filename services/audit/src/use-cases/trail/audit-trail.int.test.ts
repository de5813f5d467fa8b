import { createPostgresEventSource } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAudit, type TestAudit } from '../../test-support/test-audit.ts';
import { type ChainHead, chainEntry, emptyChain } from './audit-chain.ts';
import { auditEntryOf, chainOf } from './audit-entry.ts';

let audit: TestAudit;
beforeAll(async () => {
  audit = await startTestAudit();
});
afterAll(() => audit[Symbol.asyncDispose]());

interface EntryRow {
  readonly tenant_ref: string;
  readonly kind: string;
  readonly log: string;
  readonly seq: string;
  readonly action: string;
  readonly occasions: number;
  readonly hash: Buffer;
}
const trailOf = (tenantRef: string) =>
  audit.rows<EntryRow>('select * from audit.entries e where e.tenant_ref = $1 order by e.kind, e.log, e.seq', [
    tenantRef,
  ]);

test('what any service records about an account is in its trail, numbered without gaps per kind and log', async () => {
  const { append, drain } = audit;
  const tenantRef = newId();
  await append('accounts', 'account.registered', {}, { tenantRef, streamId: tenantRef });
  await append('secrets', 'secret.created', {}, { tenantRef });
  await append('secrets', 'secret.created', {}, { tenantRef });
  await append('accounts', 'security.sign_in_failed', { count: 7 }, { tenantRef });
  await append('notifications', 'delivery.sent', {}, { tenantRef });
  await drain();
  expect(
    (await trailOf(tenantRef)).map(({ kind, log, seq, action, occasions }) => [kind, log, seq, action, occasions]),
  ).toEqual([
    ['activity', 'notifications', '1', 'delivery.sent', 1],
    ['activity', 'secrets', '1', 'secret.created', 1],
    ['activity', 'secrets', '2', 'secret.created', 1],
    ['security', 'accounts', '1', 'account.registered', 1],
    ['security', 'accounts', '2', 'security.sign_in_failed', 7],
  ]);
});

test('the reason that an event gives is in its entry', async () => {
  const { append, drain, rows } = audit;
  const tenantRef = newId();
  await append('notifications', 'delivery.sent', {}, { tenantRef });
  await append('notifications', 'delivery.bounced', { reasonCode: 'no-such-mailbox' }, { tenantRef });
  await drain();
  const entries = await rows('select action, reason from audit.entries where tenant_ref = $1 order by seq', [
    tenantRef,
  ]);
  expect(entries).toEqual([
    { action: 'delivery.sent', reason: 'refused' },
    { action: 'delivery.bounced', reason: 'no-such-mailbox' },
  ]);
});

test('an event that belongs to nobody has no entry', async () => {
  const streamId = newId();
  await audit.append('secrets', 'secret.created', {}, { streamId });
  await audit.drain();
  expect(await audit.rows('select from audit.entries where target_ref = $1', [streamId])).toEqual([]);
});

test('the trail made anew from the logs is the one that is there, row by row', async () => {
  const { append, drain, owner, rows } = audit;
  const tenants = [newId(), newId(), newId()];
  for (let round = 0; round < 30; round += 1) {
    const tenantRef = tenants[round % 3] ?? newId();
    await append('secrets', 'secret.created', {}, { tenantRef });
    if (round % 4 === 0) await append('accounts', 'security.signed_in', {}, { tenantRef });
  }
  await drain();
  const logs = { secrets: 'secrets', accounts: 'accounts', notifications: 'notifications', audit: 'audit' };
  const { history } = createPostgresEventSource({
    pool: owner,
    schema: 'audit',
    logs,
    onError: (error) => expect.fail(String(error)),
  });
  const heads = new Map<string, ChainHead>();
  const made: string[] = [];
  for (const log of Object.keys(logs)) {
    for (const event of await history.read(log, history.start, 10_000)) {
      const entry = auditEntryOf(event);
      if (entry === null) continue;
      const chained = chainEntry(heads.get(chainOf(entry)) ?? emptyChain, entry);
      heads.set(chainOf(entry), chained);
      made.push(`${chainOf(entry)} ${chained.seq} ${chained.hash.toString('hex')}`);
    }
  }
  const live = await rows<EntryRow>('select * from audit.entries');
  expect(
    live.map((row) => `${row.tenant_ref} ${row.kind} ${row.log} ${row.seq} ${row.hash.toString('hex')}`).sort(),
  ).toEqual(made.sort());
  const known = await rows<EntryRow>('select * from audit.heads');
  expect(known.map((row) => `${row.tenant_ref} ${row.kind} ${row.log} ${row.hash.toString('hex')}`).sort()).toEqual(
    [...heads].map(([chain, { hash }]) => `${chain} ${hash.toString('hex')}`).sort(),
  );
});

test.each([
  'update audit.entries set action = $$other$$',
  'delete from audit.entries',
  'truncate audit.entries',
  `truncate audit.entries_activity_${new Date().toISOString().slice(0, 7).replace('-', '_')}`,
])('nobody can change the trail, not even its owner: %s', async (statement) => {
  await expect(audit.owner.query(statement)).rejects.toThrow('the audit trail never changes');
  const client = await audit.owner.connect();
  await client.query('set role onceover_audit');
  await expect(client.query(statement)).rejects.toThrow(/permission denied|never changes/);
  client.release(true);
});
