import { metaField } from '@onceover/event-store';
import { secretBell } from '@onceover/schema/events/bells';
import { OutageError } from '@onceover/service-kit/errors';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { aCustomer } from '../../test-support/customer.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

let networks = 0;
const stranger = () => {
  networks += 1;
  return anonymous(`network ${networks}`);
};
const lookupOf = (secretKey: string) => secrets.parts.ports.keys.lookupOf(secretKey);
const guess = (secretKey: string, useCases = secrets.useCases) =>
  useCases.revealSecret(aReveal(secretKey, { passphrase: 'pear' }), stranger()).catch((error) => error);
const reveal = (secretKey: string, caller = stranger()) =>
  secrets.useCases.revealSecret(aReveal(secretKey), caller).catch((error) => error);
const show = async (key: string) => (await secrets.useCases.showMetadata(key, anonymous()))?.refusedOpenings ?? [];
/** Waits until what was noted is counted. */
const counted = (key: string, count: number, reason = 'late') =>
  vi.waitFor(async () => expect(await show(key)).toMatchObject([{ reason, count }]), { timeout: 3000 });

interface Told {
  readonly data: { readonly reason: string; readonly count: number; readonly windowStart: string };
  readonly version: number;
  readonly tenant: string | null;
}
const told = (secretId: string) =>
  secrets.rows<Told & { stream: string }>(
    `select e.data, e.version, e.tenant_ref as tenant from secrets.events e
     where e.type = 'secret.opening_refused' and e.stream_id = $1 order by e.version`,
    [secretId],
  );
/** As if so many had been refused before; the log was told so long ago. */
const hadBefore = (secretId: string, count: number, ago = '1 second') =>
  secrets.rows(
    `update secrets.refused_opening set count = $2, told_at = clock_timestamp() - $3::interval where secret_id = $1`,
    [secretId, count, ago],
  );

test.each([
  ['anonymous', null],
  ['owned', aCustomer()],
] as const)('a late try on an %s secret is counted, shown and told to the log once', async (_whose, owner) => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), owner ?? anonymous());
  await reveal(secretKey);
  expect(await show(metadata.key)).toEqual([]);
  for (let late = 0; late < 3; late += 1) expect(await reveal(secretKey)).toMatchObject({ code: 'secret.gone' });
  await counted(metadata.key, 3);
  const events = await told(metadata.secretId);
  expect(events).toMatchObject([{ version: 3, tenant: owner?.accountRef ?? null, data: { reason: 'late' } }]);
  const [shown] = await show(metadata.key);
  expect(events[0]?.data.windowStart).toBe(new Date(shown?.first ?? 0).toISOString());
});

test('a look at a link that is over is a late try: a browser tries no further', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
  expect(await secrets.useCases.lookAtSecret(secretKey, stranger())).not.toBeNull();
  await secrets.useCases.burnSecret(aBurn(metadata.key), anonymous());
  expect(await secrets.useCases.lookAtSecret(secretKey, stranger())).toBeNull();
  await counted(metadata.key, 1);
});

test('a key that never existed and one of a secret that has ended are read and noted alike, so that no answer is slower', async () => {
  const { secretKey } = await secrets.useCases.concealSecret(aShare(), anonymous());
  await reveal(secretKey);
  const { ports } = secrets.parts;
  const noted: string[] = [];
  const refusedOpenings = {
    ...ports.refusedOpenings,
    noteUnopened: (lookup: Buffer) => void noted.push(lookup.toString('hex')),
  };
  const useCases = secrets.using({ refusedOpenings });
  const keys = [secretKey, 'x'.repeat(31)];
  for (const key of keys) {
    expect(await ports.vault.gate(lookupOf(key))).toBeNull();
    expect(await ports.vault.find(lookupOf(key), null)).toBeNull();
    expect(await useCases.lookAtSecret(key, stranger())).toBeNull();
    await expect(useCases.revealSecret(aReveal(key), stranger())).rejects.toMatchObject({ code: 'secret.gone' });
  }
  expect(noted).toEqual(keys.flatMap((key) => [lookupOf(key), lookupOf(key)]).map((lookup) => lookup.toString('hex')));
});

test('a thousand late tries make one row and at most three events, and the row of the secret stays as it is but for these', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
  await reveal(secretKey);
  await Promise.all(Array.from({ length: 1000 }, () => secrets.useCases.lookAtSecret(secretKey, stranger())));
  await counted(metadata.key, 1000);
  const events = await told(metadata.secretId);
  expect(events.length).toBeLessThanOrEqual(3);
  const [row] = await secrets.rows<{ version: number }>('select version from secrets.secret where secret_id = $1', [
    metadata.secretId,
  ]);
  expect(row?.version).toBe(2 + events.length);
});

test('the log is told of the 1st, 10th, 50th and 100th wrong passphrase, then once an hour', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  const { secretId } = metadata;
  const again = async () => {
    await secrets.rows(`update secrets.secret set attempts = 0, next_try = null where secret_id = $1`, [secretId]);
    expect(await guess(secretKey)).toMatchObject({ code: 'secret.wrong-passphrase' });
  };
  await again();
  await again();
  for (const before of [8, 9, 10, 48, 49, 50, 98, 99, 100, 200]) {
    await hadBefore(secretId, before);
    await again();
  }
  await hadBefore(secretId, 300, '61 minutes');
  await again();
  const events = await told(secretId);
  expect(events.map(({ data }) => data.count)).toEqual([1, 10, 50, 100, 301]);
  expect(new Set(events.map(({ data }) => data.windowStart)).size).toBe(1);
  expect((await show(metadata.key)).map(({ reason, count }) => [reason, count])).toEqual([['wrong-passphrase', 301]]);
});

test('a wrong passphrase of a burn counts the same, a right one not at all', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  const wish = aBurn(metadata.key, { passphrase: 'pear' });
  await expect(secrets.useCases.burnSecret(wish, stranger())).rejects.toMatchObject({
    code: 'secret.wrong-passphrase',
  });
  await secrets.useCases.revealSecret(aReveal(secretKey, { passphrase: 'plum' }), stranger());
  expect(await show(metadata.key)).toMatchObject([{ reason: 'wrong-passphrase', count: 1 }]);
});

test('tries that are not tried out any more are counted apart', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  await secrets.rows(`update secrets.secret set attempts = 100 where secret_id = $1`, [metadata.secretId]);
  expect(await guess(secretKey)).toMatchObject({ code: 'secret.locked' });
  await counted(metadata.key, 1, 'locked');
});

test('what the owner tries after the end is no late try', async () => {
  const owner = aCustomer();
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), owner);
  await reveal(secretKey);
  await reveal(secretKey, owner);
  await secrets.useCases.lookAtSecret(secretKey, owner);
  await reveal(secretKey);
  await counted(metadata.key, 1);
});

test('whoever watches a secret is told of every wrong passphrase and of late tries', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  let rings = 0;
  using _ = await secrets.parts.bells.on(secretBell(metadata.secretId), () => {
    rings += 1;
  });
  await guess(secretKey);
  await guess(secretKey);
  expect(rings).toBe(2);
  await secrets.useCases.burnSecret(aBurn(metadata.key, { passphrase: 'plum' }), anonymous());
  await reveal(secretKey);
  await vi.waitFor(() => expect(rings).toBe(4), { timeout: 3000 });
});

test('where a wrong passphrase cannot be counted the guess is neither answered nor charged, and the next one counts', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  const refusedOpenings = {
    ...secrets.parts.ports.refusedOpenings,
    record: () => Promise.reject(new OutageError('postgres')),
  };
  expect(await guess(secretKey, secrets.using({ refusedOpenings }))).toBeInstanceOf(OutageError);
  expect(await show(metadata.key)).toEqual([]);
  expect(await guess(secretKey)).toMatchObject({ code: 'secret.wrong-passphrase' });
  expect(await show(metadata.key)).toMatchObject([{ count: 1 }]);
});

test('wrong passphrases told in the middle of a claim do not stop it', async () => {
  const { secretKey } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  let isFirst = true;
  secrets.failpoint = async (name) => {
    if (name !== 'reveal.before_commit' || !isFirst) return;
    isFirst = false;
    await guess(secretKey);
  };
  const opened = await secrets.useCases.revealSecret(aReveal(secretKey, { passphrase: 'plum' }), stranger());
  secrets.failpoint = () => undefined;
  expect(opened.value).toBe('tea at 5?');
});

test('that the content arrived is an event of the secret, with the time that its creator sees', async () => {
  const owner = aCustomer();
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), owner);
  const claimToken = aToken();
  await secrets.useCases.revealSecret(aReveal(secretKey, { claimToken }), stranger());
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ confirmedAt: null });
  for (const token of [aToken(), claimToken, claimToken]) {
    await secrets.useCases.acknowledgeSecret(secretKey, token, token === claimToken ? owner : stranger());
  }
  const events = await secrets.rows<{ at: Date; tenant: string; actor: string; version: number }>(
    `select e.occurred_at as at, e.tenant_ref as tenant, ${metaField('actorKind')} as actor, e.version from secrets.events e
     where e.type = 'secret.delivery_confirmed' and e.stream_id = $1`,
    [metadata.secretId],
  );
  expect(events).toMatchObject([{ version: 3, tenant: owner.accountRef, actor: 'creator' }]);
  const view = await secrets.useCases.showMetadata(metadata.key, anonymous());
  expect(view).toMatchObject({ deliveryConfirmed: true, confirmedAt: events[0]?.at.getTime() });
});

test('ten wrong passphrases at once are counted one by one, and told once', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  await guess(secretKey);
  await hadBefore(metadata.secretId, 5);
  const { refusedOpenings } = secrets.parts.ports;
  const secret = { secretId: metadata.secretId, binding: { lookup: lookupOf(secretKey), ownerRef: null } };
  const wrong = { secret, reason: 'wrong-passphrase', caller: stranger() } as const;
  await Promise.all(Array.from({ length: 10 }, () => refusedOpenings.record(wrong)));
  expect((await told(metadata.secretId)).map(({ data }) => data.count)).toEqual([1, 10]);
});
