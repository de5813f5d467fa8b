import { appendFileSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexOn } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckpointFiles } from '../../adapters/checkpoint-files.ts';
import { openAuditKey } from '../../adapters/keys/audit-key.ts';
import { createPostgresCheckpointBook } from '../../adapters/postgres/audit-checkpoints.ts';
import type { AuditAdapters } from '../../adapters.ts';
import { choresOf } from '../../chores.ts';
import { runAuditCommand } from '../../cli.ts';
import { startTestAudit, type TestAudit } from '../../test-support/test-audit.ts';
import { keepCheckpoints } from './keep-checkpoints.ts';
import { signTrail } from './sign-trail.ts';

let audit: TestAudit;
const [directory, tenantRef] = [join(mkdtempSync(join(tmpdir(), 'onceover-audit-')), 'kept'), newId()];
beforeAll(async () => {
  audit = await startTestAudit();
});
afterAll(() => audit[Symbol.asyncDispose]());

function bookOf({ owner }: TestAudit) {
  const openRetentionPool = () => {
    throw new TypeError('nothing goes');
  };
  return createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool });
}

/** A new entry, signed. */
async function sign() {
  const { append, cover, drain, config } = audit;
  await append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  await cover('secrets');
  await signTrail(bookOf(audit), await openAuditKey(config.keysDir));
}

async function verify(...argv: string[]) {
  const lines: string[] = [];
  const code = await runAuditCommand(['verify', ...argv], { open: audit.open, write: (line) => void lines.push(line) });
  return { code, text: lines.join('\n') };
}

test('every checkpoint gets into a file that is made once, and no file is ever written again, not even after a crash', async () => {
  const book = bookOf(audit);
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
  ['a cut tail', 'delete from audit.signed_checkpoints where number > 2'],
  ['all of them gone', 'delete from audit.signed_checkpoints'],
])('whoever owns the database cannot rewrite the checkpoints that were kept: %s', async (_what, statement) => {
  const { owner } = audit;
  await owner.query(`create table kept as table audit.signed_checkpoints;
    alter table audit.signed_checkpoints disable trigger user; ${statement};
    update audit.heads set signed_seq = 0`);
  // Signed anew, with the true key even: it is another chain of checkpoints all the same.
  await signTrail(bookOf(audit), await openAuditKey(audit.config.keysDir));
  expect((await verify()).text).toContain('The audit trail is as it was written.');
  const { code, text } = await verify('--against', directory);
  expect(text).toMatch(/a checkpoint (is not the one that was|that was) kept elsewhere/);
  expect(code).toBe(1);
  await owner.query(`truncate audit.signed_checkpoints;
    insert into audit.signed_checkpoints select * from kept; drop table kept;
    alter table audit.signed_checkpoints enable trigger user`);
});

test('the chore that signs also keeps what it has signed', async () => {
  const { append, drain, config } = audit;
  await append('secrets', 'secret.created', {}, { tenantRef });
  await drain();
  const place = join(mkdtempSync(join(tmpdir(), 'onceover-audit-')), 'own');
  const parts = {
    checkpoints: bookOf(audit),
    auditSigner: await openAuditKey(config.keysDir),
    checkpointArchive: createCheckpointFiles(place),
  };
  const chores = choresOf(parts as unknown as AuditAdapters);
  await chores.find(({ name }) => name === 'audit-checkpoints')?.run();
  const [last] = await audit.rows<{ number: string }>(
    'select max(number)::text as number from audit.signed_checkpoints',
  );
  expect(await createCheckpointFiles(place).last()).toBe(Number(last?.number));
  expect(Number(last?.number)).toBeGreaterThan(0);
});
