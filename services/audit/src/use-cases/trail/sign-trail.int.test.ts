import { knexOn } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { auditKinds } from '@onceover/schema/events/meaning';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditKey } from '../../adapters/keys/audit-key.ts';
import { createPostgresCheckpointBook } from '../../adapters/postgres/audit-checkpoints.ts';
import { startTestAudit, type TestAudit } from '../../test-support/test-audit.ts';
import { signedMessage } from './checkpoint.ts';
import { type CheckpointBook, dropOldMonths, signTrail } from './sign-trail.ts';

let audit: TestAudit;
let book: CheckpointBook;
beforeAll(async () => {
  audit = await startTestAudit();
  const { owner } = audit;
  const openRetentionPool = () =>
    openAppPool(audit.database, { role: 'onceover_retention', name: 'audit test', max: 1 });
  book = createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool });
});
afterAll(() => audit[Symbol.asyncDispose]());

const key = () => openAuditKey(audit.config.keysDir);
const checkpoints = () =>
  audit.rows<{ about: string; seq: string; head: Buffer; key_id: string; hash: Buffer; signature: Buffer }>(
    'select * from audit.signed_checkpoints order by number',
  );

test('every chain and every log that has grown is signed once, by the key of the trail', async () => {
  const { append, cover, drain, rows } = audit;
  const tenantRef = newId();
  for (const type of ['secret.created', 'secret.created']) await append('secrets', type, {}, { tenantRef });
  await drain();
  await cover('secrets');
  const signer = await key();
  await signTrail(book, signer);
  const known = await checkpoints();
  // The service signs by itself too, so the first entry may have been signed before the second came.
  const chain = known.filter(({ about }) => about === 'chain');
  expect(new Set(chain.map(({ seq }) => seq)).size).toBe(chain.length);
  const [head] = await rows<{ hash: Buffer }>('select hash from audit.heads');
  expect(chain.at(-1)).toMatchObject({ seq: '2', head: head?.hash });
  for (const { key_id, hash, signature } of known) {
    expect(key_id).toBe(signer.keyId);
    expect(signer.verify(signedMessage(hash), signature)).toBe(true);
    expect(signer.verify(signedMessage(Buffer.alloc(32)), signature)).toBe(false);
  }
  expect(await signTrail(book, signer)).toBe(0);
  await append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  expect(await signTrail(book, signer)).toBeGreaterThanOrEqual(1);
});

test('a log that rests is signed again after a day', async () => {
  const { owner, cover } = audit;
  await cover('secrets');
  await signTrail(book, await key());
  await owner.query(`alter table audit.signed_checkpoints disable trigger user;
    update audit.signed_checkpoints set at = at - interval '25 hours';
    alter table audit.signed_checkpoints enable trigger user`);
  expect(await book.signBlocks(await key())).toBeGreaterThanOrEqual(1);
  expect(await book.signBlocks(await key())).toBe(0);
});

test('each kind is kept as long as the schema says, also by whoever calls the database', async () => {
  for (const [kind, { days }] of Object.entries(auditKinds)) {
    const drop = (kept: number) =>
      audit.owner.query(
        `select audit.drop_audit_month($1, date_trunc('month', clock_timestamp() - make_interval(days => $2))::date)`,
        [kind, kept],
      );
    await expect(drop(days), kind).rejects.toThrow('for longer');
    // The whole month is past its time.
    await expect(drop(days + 31), kind).resolves.toBeDefined();
  }
  await expect(audit.owner.query(`select audit.audit_kept('gossip')`)).rejects.toThrow('no kind');
});

test('a month that is past its time goes, and leaves the signed end of each of its chains', async () => {
  const { owner, rows } = audit;
  const [old, kept] = [newId(), newId()];
  const hash = Buffer.alloc(32, 7);
  for (const [tenantRef, month] of [
    [old, '2024-03-01'],
    [kept, '2099-03-01'],
  ]) {
    await owner.query(`select audit.ensure_audit_month('activity', $1::date)`, [month]);
    await owner.query(
      `insert into audit.entries
        select $1, 'activity', 'secrets', n, $2::date, 'p', gen_random_uuid(), $2::date, 'system', null, 'secret.created',
          gen_random_uuid(), 'req', 'web', null, 1, null, $3, $3 from generate_series(1, 3) n`,
      [tenantRef, month, hash],
    );
  }
  await expect(owner.query(`select audit.drop_audit_month('activity', '2024-03-01')`)).rejects.toThrow(
    'not been closed',
  );
  await expect(owner.query(`select audit.drop_audit_month('activity', '2099-03-01')`)).rejects.toThrow('for longer');
  expect(await dropOldMonths(book, await key())).toBe(1);
  const entriesOf = (tenantRef: string | undefined) =>
    rows('select from audit.entries where tenant_ref = $1', [tenantRef]);
  expect(await entriesOf(old)).toHaveLength(0);
  expect(await entriesOf(kept)).toHaveLength(3);
  expect((await checkpoints()).filter(({ about }) => about === 'closing')).toMatchObject([{ seq: '3', head: hash }]);
  const client = await owner.connect();
  await client.query('set role onceover_audit');
  await expect(client.query(`select audit.drop_audit_month('activity', '2024-03-01')`)).rejects.toThrow(
    'permission denied',
  );
  client.release(true);
});
