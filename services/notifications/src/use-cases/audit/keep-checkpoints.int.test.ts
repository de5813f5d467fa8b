import { appendFileSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexOn } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckpointFiles } from '../../adapters/checkpoint-files.ts';
import { openAuditKey } from '../../adapters/keys/audit-key.ts';
import { createPostgresBlockBook } from '../../adapters/postgres/audit-blocks.ts';
import { createPostgresCheckpointBook } from '../../adapters/postgres/audit-checkpoints.ts';
import type { NotificationsAdapters } from '../../adapters.ts';
import { choresOf } from '../../chores.ts';
import { runAuditCommand } from '../../cli.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';
import { coverLog } from './cover-log.ts';
import { keepCheckpoints } from './keep-checkpoints.ts';
import { signTrail } from './sign-trail.ts';

let notifications: TestNotifications;
const [directory, tenantRef] = [join(mkdtempSync(join(tmpdir(), 'onceover-audit-')), 'kept'), newId()];
beforeAll(async () => {
  notifications = await startTestNotifications();
});
afterAll(() => notifications[Symbol.asyncDispose]());

function bookOf({ owner }: TestNotifications) {
  const openRetentionPool = () => {
    throw new TypeError('nothing goes');
  };
  return createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool });
}

/** A new entry, signed. */
async function sign() {
  const { requests, drain, owner, config } = notifications;
  await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  await coverLog(createPostgresBlockBook(owner), 'secrets');
  await signTrail(bookOf(notifications), await openAuditKey(config.keysDir));
}

async function verify(...argv: string[]) {
  const lines: string[] = [];
  const { config, database } = notifications;
  const code = await runAuditCommand(['verify', ...argv], { config, database, write: (line) => void lines.push(line) });
  return { code, text: lines.join('\n') };
}

test('every checkpoint gets into a file that is made once, and no file is ever written again, not even after a crash', async () => {
  const book = bookOf(notifications);
  await sign();
  const first = await keepCheckpoints(book, createCheckpointFiles(directory));
  expect(first).toBeGreaterThanOrEqual(2);
  expect(await keepCheckpoints(book, createCheckpointFiles(directory))).toBe(0);
  const [name = ''] = readdirSync(directory);
  const path = join(directory, name);
  expect(name).toBe('checkpoints-000000000001.ndjson');
  expect(statSync(path).mode & 0o222).toBe(0);
  appendFileSync(path, '{"number":99,"abo');
  const text = readFileSync(path, 'utf8');
  await sign();
  expect(await keepCheckpoints(book, createCheckpointFiles(directory))).toBeGreaterThanOrEqual(2);
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(readdirSync(directory)).toHaveLength(2);
  expect(await verify('--against', directory)).toMatchObject({ code: 0 });
});

test.each([
  ['a cut tail', 'delete from notifications.audit_checkpoints where number > 2'],
  ['all of them gone', 'delete from notifications.audit_checkpoints'],
])('whoever owns the database cannot rewrite the checkpoints that were kept: %s', async (_what, statement) => {
  const { owner } = notifications;
  await owner.query(`create table kept as table notifications.audit_checkpoints;
    alter table notifications.audit_checkpoints disable trigger user; ${statement};
    update notifications.audit_heads set signed_seq = 0`);
  // Signed anew, with the true key even: it is another chain of checkpoints all the same.
  await signTrail(bookOf(notifications), await openAuditKey(notifications.config.keysDir));
  expect((await verify()).text).toContain('The audit trail is as it was written.');
  const { code, text } = await verify('--against', directory);
  expect(text).toMatch(/a checkpoint (is not the one that was|that was) kept elsewhere/);
  expect(code).toBe(1);
  await owner.query(`truncate notifications.audit_checkpoints;
    insert into notifications.audit_checkpoints select * from kept; drop table kept;
    alter table notifications.audit_checkpoints enable trigger user`);
});

test('the chore that signs also keeps what it has signed', async () => {
  const { requests, drain, owner, config } = notifications;
  await requests.append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  const place = join(mkdtempSync(join(tmpdir(), 'onceover-audit-')), 'own');
  const parts = {
    blocks: createPostgresBlockBook(owner),
    checkpoints: bookOf(notifications),
    auditSigner: await openAuditKey(config.keysDir),
    checkpointArchive: createCheckpointFiles(place),
  };
  const chores = choresOf(parts as unknown as NotificationsAdapters);
  await chores.find(({ name }) => name === 'audit-checkpoints')?.run();
  const [last] = await notifications.rows<{ number: string }>(
    'select max(number)::text as number from notifications.audit_checkpoints',
  );
  expect(await createCheckpointFiles(place).last()).toBe(Number(last?.number));
  expect(Number(last?.number)).toBeGreaterThan(0);
});
