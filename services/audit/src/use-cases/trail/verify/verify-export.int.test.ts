import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexOn } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { beginTrailExport, readTrailExport } from '@onceover/schema/internal/export-trail';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditKey } from '../../../adapters/keys/audit-key.ts';
import { createPostgresCheckpointBook } from '../../../adapters/postgres/audit-checkpoints.ts';
import { runAuditCommand } from '../../../cli.ts';
import { startTestAudit, type TestAudit } from '../../../test-support/test-audit.ts';
import { signTrail } from '../sign-trail.ts';

let audit: TestAudit;
let checkpoints: string[];
let publicKey: string;
const exported = { csv: [] as string[], ndjson: [] as string[] };
const directory = mkdtempSync(join(tmpdir(), 'onceover-export-'));
const nina = newId();

beforeAll(async () => {
  audit = await startTestAudit();
  const { append, drain, owner, config } = audit;
  for (let round = 0; round < 6; round++) await append('secrets', 'secret.created', {}, { tenantRef: nina });
  await append('accounts', 'security.signed_in', {}, { tenantRef: nina, networkTag: 'bGFwdG9w' });
  await drain();
  const none = () => {
    throw new TypeError('nothing goes');
  };
  const book = createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool: none });
  await signTrail(book, await openAuditKey(config.keysDir));
  // After the last signature.
  await append('secrets', 'secret.created', {}, { tenantRef: nina });
  await drain();
  exported.csv = await run('export', '--format', 'csv');
  exported.ndjson = await run('export', '--format', 'ndjson');
  checkpoints = await run('checkpoints');
  ({ publicKey } = JSON.parse(checkpoints[0] ?? ''));
});
afterAll(() => audit[Symbol.asyncDispose]());

async function run(...argv: string[]): Promise<string[]> {
  const lines: string[] = [];
  await runAuditCommand(argv, { open: audit.open, write: (line) => void lines.push(line) });
  return lines;
}

/** Without a database. */
async function verifyExport(...options: string[]) {
  const told: string[] = [];
  const open = () => Promise.reject(new TypeError('whoever was given the file has no database'));
  const code = await runAuditCommand(['verify-export', ...options], { open, write: (line) => void told.push(line) });
  return { code, text: told.join('\n') };
}

async function verdict(lines: readonly string[], kept: readonly string[] = checkpoints, trust = publicKey) {
  const [file, against] = [join(directory, 'export'), join(directory, 'checkpoints')];
  writeFileSync(file, `${lines.join('\n')}\n`);
  writeFileSync(against, kept.join('\n'));
  return await verifyExport('--export', file, '--against', against, '--trust', trust);
}

test.each(['csv', 'ndjson'] as const)(
  'an exported file is checked against printed checkpoints alone: %s',
  async (format) => {
    const { code, text } = await verdict(exported[format]);
    // An export is recorded itself, so the second one may have one entry more.
    const count = exported[format].length - (format === 'csv' ? 1 : 0);
    expect(count).toBeGreaterThanOrEqual(8);
    expect(text).toContain(`${count} entries of chains, 0 events of nobody.`);
    expect(text).toContain(`7 of the entries are held by a signature; ${count - 7} came after the last one`);
    expect(text).toContain('Nothing in this file is other than it was written.');
    expect(code).toBe(0);
  },
);

test.each<[string, (line: string) => string, RegExp]>([
  ['an action', (line) => line.replace('secret.created', 'secret.burned'), /an entry was changed/],
  ['a time', (line) => line.replace(/T\d\d:/, (hour) => (hour === 'T00:' ? 'T01:' : 'T00:')), /an entry was changed/],
  ['a request', (line) => line.replace('req-test', 'req-best'), /an entry was changed/],
  ['a hash', (line) => line.replace(/[0-9a-f](?="?\}?$)/, (digit) => (digit === '0' ? '1' : '0')), /changed|follow/],
  ['everything', () => 'nonsense', /a line cannot be read: line \d/],
])('a changed line of a file is found: %s', async (_what, change, finding) => {
  for (const lines of [exported.csv, exported.ndjson]) {
    const second = lines.filter((line) => line.includes('secret.created'))[1];
    const { code, text } = await verdict(lines.map((line) => (line === second ? change(line) : line)));
    expect(text).toMatch(finding);
    expect(code).toBe(1);
  }
});

test('a line that was taken out is a gap, and what stands before it is held by no signature', async () => {
  // By its number: entries of the same instant stand in any order.
  const third = exported.ndjson.filter((line) => line.includes('secret.created') && JSON.parse(line).seq === 3);
  expect(third).toHaveLength(1);
  const { code, text } = await verdict(exported.ndjson.filter((line) => line !== third[0]));
  // The three after the gap, and the one of the other log.
  expect(text).toContain('4 of the entries are held by a signature');
  expect(code).toBe(0);
});

test('a rewritten chain contradicts its signature, and checkpoints of another key hold nothing', async () => {
  const forged = checkpoints.map((line) => line.replace(/"head":"[0-9a-f]{4}/, '"head":"0000'));
  const changed = await verdict(exported.csv, forged);
  expect(changed.code).toBe(1);
  expect(changed.text).toMatch(/a checkpoint was changed/);
  const other = await verdict(exported.csv, checkpoints, Buffer.alloc(32, 7).toString('base64'));
  expect(other.code).toBe(1);
  expect(other.text).toMatch(/not trusted/);
  expect(other.text).toContain('0 of the entries are held');
});

test("the file that a colonel downloads is checked in the same way; an owner's too, but for what was withheld", async () => {
  const customer = {
    kind: 'customer' as const,
    network: '192.0.2.0/24',
    requestId: 'req-export',
    origin: ownOrigin('web'),
    accountRef: nina,
    custid: 'nina@example.test',
    planId: 'basic',
    credential: { kind: 'session' as const, ref: 'session' },
  };
  const download = async (wanted: { scope: 'all' | 'own'; caller: Caller }) => {
    const begun = await audit.ask(beginTrailExport, { ...wanted, format: 'csv', filter: '{}' });
    if (begun.kind !== 'begun') throw new Error(begun.kind);
    const { filter, heading } = begun;
    const { text } = await audit.ask(readTrailExport, { ...wanted, format: 'csv', filter, after: null });
    return await verdict([heading ?? '', ...text.trimEnd().split('\n')]);
  };
  const colonel = { ...customer, role: 'colonel' as const, hasSecondFactor: true };
  const whole = await download({ scope: 'all', caller: colonel });
  expect(whole.text).toContain('7 of the entries are held by a signature');
  expect(whole.code).toBe(0);
  const own = await download({ scope: 'own', caller: { ...customer, role: 'customer', hasSecondFactor: false } });
  expect(own.text).toMatch(/The contents of \d+ entries cannot be checked/);
  expect(own.text).toContain('7 of the entries are held by a signature');
  expect(own.code).toBe(0);
});

test('what is missing or no key is said, with what to write', async () => {
  expect(await verifyExport('--export', 'x')).toEqual({
    code: 2,
    text: expect.stringMatching(/required option '--against/),
  });
  expect((await verdict(exported.csv, ['nothing'])).text).toMatch(/has no checkpoints/);
  expect((await verdict(exported.csv, checkpoints, 'short')).text).toMatch(/Write the publicKey/);
});
