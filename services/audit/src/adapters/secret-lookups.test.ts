import type { EventStore } from '@onceover/event-store';
import type { CustomerCaller } from '@onceover/schema/caller';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { expect, test } from 'vitest';
import { createSecretLookups } from './secret-lookups.ts';

const colonel = { accountRef: 'a1', requestId: 'r1', origin: {} } as CustomerCaller;

/** Lookups whose records are kept one by one, when the test says so. */
function lookups() {
  const records: { kept: () => void; refused: (fault: Error) => void }[] = [];
  const transact = () => new Promise<void>((kept, refused) => void records.push({ kept, refused }));
  const ask = (async () => ({ secretIds: ['s1'] })) as unknown as AskInternal;
  return { find: createSecretLookups(ask, { transact } as unknown as EventStore), records };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('a page that asks for its list and its chart in one moment is recorded once, and neither is answered before', async () => {
  const { find, records } = lookups();
  let answered = 0;
  const lookUps = [find('k3v9q2mx', colonel), find('k3v9q2mx', colonel)].map((each) => each.finally(() => answered++));
  await soon();
  expect(records).toHaveLength(1);
  expect(answered).toBe(0);
  records[0]?.kept();
  expect(await Promise.all(lookUps)).toEqual([['s1'], ['s1']]);
  await find('k3v9q2mx', colonel);
  expect(records).toHaveLength(1);
});

test('another short key and another colonel are recorded on their own', async () => {
  const { find, records } = lookups();
  void find('k3v9q2mx', colonel);
  void find('7tz0b1fa', colonel);
  void find('k3v9q2mx', { ...colonel, accountRef: 'a2' });
  void find('k3v9q2mx', null);
  await soon();
  expect(records).toHaveLength(3);
});

test('a look-up that cannot be recorded is refused, and the next one is recorded', async () => {
  const { find, records } = lookups();
  const refused = find('k3v9q2mx', colonel);
  await soon();
  records[0]?.refused(new Error('no database'));
  await expect(refused).rejects.toThrow('no database');
  void find('k3v9q2mx', colonel);
  await soon();
  expect(records).toHaveLength(2);
});
