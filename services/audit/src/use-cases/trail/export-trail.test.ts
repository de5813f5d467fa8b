import { expect, test } from 'vitest';
import { sampleEntry } from '../../test-support/sample-entry.ts';
import { chainEntry, emptyChain } from './audit-chain.ts';
import { exportLines } from './export-trail.ts';

async function* entries(request: string) {
  yield chainEntry(emptyChain, { ...sampleEntry, request });
}
const exported = async (request: string, format: 'csv' | 'ndjson') =>
  (await Array.fromAsync(exportLines(entries(request), format))).at(-1);

test('a request id is neither a second cell nor a formula in a CSV export', async () => {
  expect(await exported('a,"b"', 'csv')).toContain(',"a,""b""",web,bmV0d29y,1,');
  expect(await exported('=cmd()', 'csv')).toContain(",'=cmd(),web,bmV0d29y,1,");
});

test('an NDJSON export has a line of JSON for each entry, hashes in hexadecimal', async () => {
  expect(JSON.parse((await exported('req-1', 'ndjson')) ?? '')).toMatchObject({
    seq: 1,
    request: 'req-1',
    surface: 'web',
    networkTag: 'bmV0d29y',
    prevHash: '00'.repeat(32),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});
