import { expect, test } from 'vitest';
import { chainEntry, emptyChain } from './audit-chain.ts';
import { exportLines } from './export-trail.ts';

async function* entries(request: string) {
  yield chainEntry(emptyChain, {
    tenantRef: '01980000-0000-7000-8000-000000000001',
    kind: 'activity',
    log: 'secrets',
    position: '00001:00000000000000000007:0000000000000000001',
    eventId: '01980000-0000-7000-8000-000000000002',
    at: '2026-11-30T23:59:59.999Z',
    actorKind: 'creator',
    actorRef: null,
    action: 'secret.created',
    targetRef: '01980000-0000-7000-8000-000000000003',
    request,
    surface: 'web',
    networkTag: 'bmV0d29y',
    occasions: 1,
    reason: null,
  });
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
