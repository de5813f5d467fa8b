import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { startTestSecrets } from '../../test-support/test-secrets.ts';
import { aReveal, aShare } from '../../test-support/wishes.ts';

const indexes = ['secret_pkey', 'metadata_lookup_key', 'secret_content_pkey', 'shard_pkey', 'streams_pkey'];

test('plans cached while the tables were nearly empty read one index entry per look-up later on', {
  timeout: 90_000,
}, async () => {
  await using secrets = await startTestSecrets();
  const { useCases } = secrets;
  const conceal = () => useCases.concealSecret(aShare(), anonymous());
  const reveal = (secretKey: string) => useCases.revealSecret(aReveal(secretKey), anonymous());

  // One at a time, often enough for every statement to settle on the plan it keeps.
  for (let turn = 0; turn < 12; turn += 1) await reveal((await conceal()).secretKey);
  const concealed = await Promise.all(Array.from({ length: 800 }, conceal));
  for (const { secretKey } of concealed.slice(0, 100)) await reveal(secretKey);

  // An idle connection hands in its counts after ten seconds.
  await eventually(
    async () => {
      const rows = await secrets.rows<{ name: string; scans: number; entries: number }>(
        `select indexrelname as name, idx_scan::int as scans, idx_tup_read::int as entries
          from pg_stat_user_indexes where indexrelname = any($1)`,
        [indexes],
      );
      expect(rows.find(({ name }) => name === 'secret_pkey')?.scans).toBeGreaterThanOrEqual(200);
      for (const { name, scans, entries } of rows) {
        expect(entries, `${name}: ${entries} entries for ${scans} look-ups`).toBeLessThan(scans * 4);
      }
    },
    { withinMs: 40_000, everyMs: 200 },
  );
});
