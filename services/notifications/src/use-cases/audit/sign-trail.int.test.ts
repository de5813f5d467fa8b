import { knexOn } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditKey } from '../../adapters/keys/audit-key.ts';
import { createPostgresBlockBook } from '../../adapters/postgres/audit-blocks.ts';
import { createPostgresCheckpointBook } from '../../adapters/postgres/audit-checkpoints.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';
import { signedMessage } from './checkpoint.ts';
import { coverLog } from './cover-log.ts';
import { type CheckpointBook, dropOldMonths, signTrail } from './sign-trail.ts';

let notifications: TestNotifications;
let book: CheckpointBook;
beforeAll(async () => {
  notifications = await startTestNotifications();
  const { owner } = notifications;
  const openRetentionPool = () =>
    openAppPool(notifications.database, { role: 'onceover_retention', name: 'audit test', max: 1 });
  book = createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool });
});
afterAll(() => notifications[Symbol.asyncDispose]());

const key = () => openAuditKey(notifications.config.keysDir);
const checkpoints = () =>
  notifications.rows<{ about: string; seq: string; head: Buffer; key_id: string; hash: Buffer; signature: Buffer }>(
    'select * from notifications.audit_checkpoints order by number',
  );

test('every chain and every log that has grown is signed once, by the key of the trail', async () => {
  const { requests, drain, owner, rows } = notifications;
  const tenantRef = newId();
  for (const type of ['secret.created', 'secret.created']) await requests.append('secrets', type, {}, { tenantRef });
  await drain();
  await coverLog(createPostgresBlockBook(owner), 'secrets');
  const signer = await key();
  await signTrail(book, signer);
  const known = await checkpoints();
  // The service signs by itself too, so the first entry may have been signed before the second came.
  const chain = known.filter(({ about }) => about === 'chain');
  expect(new Set(chain.map(({ seq }) => seq)).size).toBe(chain.length);
  const [head] = await rows<{ hash: Buffer }>('select hash from notifications.audit_heads');
  expect(chain.at(-1)).toMatchObject({ seq: '2', head: head?.hash });
  for (const { key_id, hash, signature } of known) {
    expect(key_id).toBe(signer.keyId);
    expect(signer.verify(signedMessage(hash), signature)).toBe(true);
    expect(signer.verify(signedMessage(Buffer.alloc(32)), signature)).toBe(false);
  }
  expect(await signTrail(book, signer)).toBe(0);
  await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  expect(await signTrail(book, signer)).toBeGreaterThanOrEqual(1);
});

test('a log that rests is signed again after a day', async () => {
  const { owner } = notifications;
  await coverLog(createPostgresBlockBook(owner), 'secrets');
  await signTrail(book, await key());
  await owner.query(`alter table notifications.audit_checkpoints disable trigger user;
    update notifications.audit_checkpoints set at = at - interval '25 hours';
    alter table notifications.audit_checkpoints enable trigger user`);
  expect(await book.signBlocks(await key())).toBeGreaterThanOrEqual(1);
  expect(await book.signBlocks(await key())).toBe(0);
});

test('a month that is past its time goes, and leaves the signed end of each of its chains', async () => {
  const { owner, rows } = notifications;
  const [old, kept] = [newId(), newId()];
  const hash = Buffer.alloc(32, 7);
  for (const [tenantRef, month] of [
    [old, '2024-03-01'],
    [kept, '2099-03-01'],
  ]) {
    await owner.query(`select notifications.ensure_audit_month('activity', $1::date)`, [month]);
    await owner.query(
      `insert into notifications.audit_entries
        select $1, 'activity', 'secrets', n, $2::date, 'p', gen_random_uuid(), $2::date, 'system', null, 'secret.created',
          gen_random_uuid(), 'req', 'web', null, 1, null, $3, $3 from generate_series(1, 3) n`,
      [tenantRef, month, hash],
    );
  }
  await expect(owner.query(`select notifications.drop_audit_month('activity', '2024-03-01')`)).rejects.toThrow(
    'not been closed',
  );
  await expect(owner.query(`select notifications.drop_audit_month('activity', '2099-03-01')`)).rejects.toThrow(
    'for longer',
  );
  expect(await dropOldMonths(book, await key())).toBe(1);
  const entriesOf = (tenantRef: string | undefined) =>
    rows('select from notifications.audit_entries where tenant_ref = $1', [tenantRef]);
  expect(await entriesOf(old)).toHaveLength(0);
  expect(await entriesOf(kept)).toHaveLength(3);
  expect((await checkpoints()).filter(({ about }) => about === 'closing')).toMatchObject([{ seq: '3', head: hash }]);
  const client = await owner.connect();
  await client.query('set role onceover_notifications');
  await expect(client.query(`select notifications.drop_audit_month('activity', '2024-03-01')`)).rejects.toThrow(
    'permission denied',
  );
  client.release(true);
});
