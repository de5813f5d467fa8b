import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { anonymous } from '../../../test-support/anonymous.ts';
import { aCustomer, givePlan, handleOf } from '../../../test-support/customer.ts';
import { neighbours } from '../../../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../../../test-support/test-secrets.ts';
import { aReveal, aShare } from '../../../test-support/wishes.ts';

const indexes = ['secret_pkey', 'secret_content_pkey', 'secret_content_due'];

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

  await expectOneEntryPerLookUp(secrets, indexes, 'secret_pkey');
});

test('so do the plans of owners and their emails', { timeout: 90_000 }, async () => {
  await using secrets = await startTestSecrets({}, neighbours());
  const { useCases } = secrets;
  const conceal = async () => {
    const owner = aCustomer();
    await givePlan(secrets, owner);
    const wish = aShare({ recipients: [`${owner.accountRef}@example.com`] });
    const { secretKey } = await useCases.concealSecret(wish, owner);
    return { owner, handle: (await handleOf(secrets, secretKey)) ?? '' };
  };
  const read = async ({ owner, handle }: Awaited<ReturnType<typeof conceal>>) => {
    expect(await useCases.showMetadata(handle, owner)).toMatchObject({ state: 'new', isByOwnerHandle: true });
    const list = await useCases.listRecent({ first: 50, after: null, status: null, states: null, search: null }, owner);
    expect(list.nodes).toHaveLength(1);
  };

  for (let turn = 0; turn < 12; turn += 1) await read(await conceal());
  const concealed = await Promise.all(Array.from({ length: 600 }, conceal));
  for (const each of concealed.slice(0, 100)) await read(each);

  const walked = [...indexes, 'secret_owner_handle', 'secret_recents', 'mail_reservation_subject', 'delivery_lookup'];
  await expectOneEntryPerLookUp(secrets, walked, 'secret_owner_handle');
});

async function expectOneEntryPerLookUp(secrets: TestSecrets, names: readonly string[], busiest: string): Promise<void> {
  // An idle connection hands in its counts after ten seconds.
  await eventually(
    async () => {
      const rows = await secrets.rows<{ name: string; scans: number; entries: number }>(
        `select indexrelname as name, idx_scan::int as scans, idx_tup_read::int as entries
          from pg_stat_user_indexes where indexrelname = any($1)`,
        [names],
      );
      expect(rows.find(({ name }) => name === busiest)?.scans).toBeGreaterThanOrEqual(100);
      for (const { name, scans, entries } of rows) {
        expect(entries, `${name}: ${entries} entries for ${scans} look-ups`).toBeLessThanOrEqual(scans * 4);
      }
    },
    { withinMs: 40_000, everyMs: 200 },
  );
}
