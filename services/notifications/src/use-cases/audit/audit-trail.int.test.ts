import { createPostgresEventSource } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';
import { type ChainHead, chainEntry, emptyChain } from './audit-chain.ts';
import { auditEntryOf, chainOf } from './audit-entry.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
afterAll(() => notifications[Symbol.asyncDispose]());

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
  notifications.rows<EntryRow>(
    'select * from notifications.audit_entries e where e.tenant_ref = $1 order by e.kind, e.log, e.seq',
    [tenantRef],
  );

test('what any service records about an account is in its trail, numbered without gaps per kind and log', async () => {
  const { requests, drain } = notifications;
  const tenantRef = newId();
  await requests.append('accounts', 'account.registered', {}, { tenantRef, streamId: tenantRef });
  await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await requests.append('accounts', 'security.sign_in_failed', { count: 7 }, { tenantRef });
  await drain();
  expect(
    (await trailOf(tenantRef)).map(({ kind, log, seq, action, occasions }) => [kind, log, seq, action, occasions]),
  ).toEqual([
    ['activity', 'notifications', '1', expect.stringMatching(/^delivery\./), 1],
    ['activity', 'secrets', '1', 'secret.created', 1],
    ['activity', 'secrets', '2', 'secret.created', 1],
    ['security', 'accounts', '1', 'account.registered', 1],
    ['security', 'accounts', '2', 'security.sign_in_failed', 7],
  ]);
});

test('an event that belongs to nobody has no entry', async () => {
  const streamId = newId();
  await notifications.requests.append('secrets', 'secret.created', {}, { streamId });
  await notifications.drain();
  expect(await notifications.rows('select from notifications.audit_entries where target_ref = $1', [streamId])).toEqual(
    [],
  );
});

test('the trail made anew from the logs is the one that is there, row by row', async () => {
  const { requests, drain, owner, rows } = notifications;
  const tenants = [newId(), newId(), newId()];
  for (let round = 0; round < 30; round += 1) {
    const tenantRef = tenants[round % 3] ?? newId();
    await requests.append('secrets', 'secret.created', {}, { tenantRef });
    if (round % 4 === 0) await requests.append('accounts', 'security.signed_in', {}, { tenantRef });
  }
  await drain();
  const logs = { secrets: 'secrets', accounts: 'accounts', notifications: 'notifications' };
  const { history } = createPostgresEventSource({
    pool: owner,
    schema: 'notifications',
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
  const live = await rows<EntryRow>('select * from notifications.audit_entries');
  expect(
    live.map((row) => `${row.tenant_ref} ${row.kind} ${row.log} ${row.seq} ${row.hash.toString('hex')}`).sort(),
  ).toEqual(made.sort());
  const known = await rows<EntryRow>('select * from notifications.audit_heads');
  expect(known.map((row) => `${row.tenant_ref} ${row.kind} ${row.log} ${row.hash.toString('hex')}`).sort()).toEqual(
    [...heads].map(([chain, { hash }]) => `${chain} ${hash.toString('hex')}`).sort(),
  );
});

test.each([
  'update notifications.audit_entries set action = $$other$$',
  'delete from notifications.audit_entries',
  'truncate notifications.audit_entries',
  `truncate notifications.audit_activity_${new Date().toISOString().slice(0, 7).replace('-', '_')}`,
])('nobody can change the trail, not even its owner: %s', async (statement) => {
  await expect(notifications.owner.query(statement)).rejects.toThrow('the audit trail never changes');
  const client = await notifications.owner.connect();
  await client.query('set role onceover_notifications');
  await expect(client.query(statement)).rejects.toThrow(/permission denied|never changes/);
  client.release(true);
});
