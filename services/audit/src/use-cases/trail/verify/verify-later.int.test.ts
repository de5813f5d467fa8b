import { runEventsCommand } from '@onceover/event-bus/cli';
import { knexOn } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditKey } from '../../../adapters/keys/audit-key.ts';
import { createPostgresCheckpointBook } from '../../../adapters/postgres/audit-checkpoints.ts';
import { openAuditEventTools, runAuditCommand } from '../../../cli.ts';
import { startTestAudit, type TestAudit } from '../../../test-support/test-audit.ts';
import { dropOldMonths, signTrail } from '../sign-trail.ts';

let audit: TestAudit;
beforeAll(async () => {
  audit = await startTestAudit();
});
afterAll(() => audit[Symbol.asyncDispose]());

async function verify() {
  const lines: string[] = [];
  const code = await runAuditCommand(['verify'], { open: audit.open, write: (line) => void lines.push(line) });
  return { code, text: lines.join('\n') };
}

async function events(...argv: string[]): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const services = [await openAuditEventTools(audit, stack)];
  const open = async () => ({ services, watermarkAge: async () => 0 });
  return await runEventsCommand(argv, { open, write: () => undefined });
}

test('an event that was skipped and handled later stands at the end of its chain, and a check finds nothing', async () => {
  const { append, drain, owner, rows } = audit;
  const [tenantRef, refused] = [newId(), newId()];
  await owner.query(`alter table audit.entries add constraint refused check (target_ref <> '${refused}')`);
  await append('secrets', 'secret.created', {}, { tenantRef });
  await append('secrets', 'secret.created', {}, { tenantRef, streamId: refused });
  for (let more = 0; more < 3; more += 1) await append('secrets', 'secret.created', {}, { tenantRef });
  const [event] = await rows<{ id: string }>('select event_id as id from secrets.events where stream_id = $1', [
    refused,
  ]);
  const ref = ['--consumer', 'audit.trail', '--event', event?.id ?? ''];
  await eventually(async () => expect(await events('skip', ...ref, '--reason', 'maintenance')).toBe(0), {
    withinMs: 30_000,
  });
  const entries = () => rows('select from audit.entries where tenant_ref = $1', [tenantRef]);
  await eventually(async () => expect(await entries()).toHaveLength(4), { withinMs: 20_000 });
  const before = await verify();
  expect(before.text).toContain('WRONG: an event has no entry');
  expect(before.text).toContain('1 findings');
  await owner.query('alter table audit.entries drop constraint refused');
  expect(await events('dlq', 'retry', ...ref)).toBe(0);
  await append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  const found = await rows<{ seq: string }>('select seq from audit.entries where target_ref = $1', [refused]);
  expect(found).toEqual([{ seq: '5' }]);
  expect(await verify()).toMatchObject({ code: 0 });
}, 60_000);

test('a check stays satisfied after months have gone, says so, and finds what is changed after them', async () => {
  const { append, cover, drain, owner, rows } = audit;
  const [old, both] = [newId(), newId()];
  const put = (tenantRef: string, at: string) =>
    owner.query(
      `insert into secrets.events (gen, stream_id, version, event_id, type, category, tenant_ref, data, meta, occurred_at)
        select gen, gen_random_uuid(), 1, gen_random_uuid(), type, category, $1, data, meta, $2
        from secrets.events where type = 'secret.created' limit 1`,
      [tenantRef, at],
    );
  for (const at of ['2024-03-05', '2024-03-06', '2024-04-07']) await put(old, at);
  for (const at of ['2024-03-05', '2024-04-08']) await put(both, at);
  await append('secrets', 'secret.created', {}, { tenantRef: both });
  await drain();
  const openRetentionPool = () =>
    openAppPool(audit.database, { role: 'onceover_retention', name: 'audit test', max: 1 });
  const book = createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool });
  const key = await openAuditKey(audit.config.keysDir);
  await cover('secrets');
  await signTrail(book, key);
  expect(await dropOldMonths(book, key)).toBe(2);
  const left = await rows<{ seq: string }>('select seq from audit.entries where tenant_ref = any ($1::uuid[])', [
    [old, both],
  ]);
  expect(left).toEqual([{ seq: '3' }]);
  const after = await verify();
  expect(after.text).toContain('Chains whose beginning retention has removed: 2;');
  expect(after.code).toBe(0);
  await owner.query(`alter table audit.entries disable trigger user;
    update audit.entries set prev_hash = set_byte(prev_hash, 3, get_byte(prev_hash, 3) # 1)
      where tenant_ref = '${both}'`);
  expect((await verify()).text).toContain('an entry does not follow the one before it');
});
