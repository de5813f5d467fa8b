import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { aCustomer } from '../../test-support/customer.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const conceal = (change = {}) => secrets.useCases.concealSecret(aShare(change), anonymous());

test('the creator sees what conceal answered, however often', async () => {
  const { metadata } = await conceal({ passphrase: 'plum' });
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toEqual(metadata);
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toEqual(metadata);
});

test('the kind is told from the first answer to after the end, and in the list', async () => {
  const owner = aCustomer();
  for (const kind of ['generate', 'share'] as const) {
    const { metadata } = await secrets.useCases.concealSecret(aShare({ kind }), owner);
    expect(metadata.kind).toBe(kind);
    expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ kind });
    expect(await secrets.useCases.burnSecret(aBurn(metadata.key), anonymous())).toMatchObject({ kind });
    expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ kind, state: 'burned' });
  }
  const wanted = { first: 9, after: null, status: null, states: null, search: null };
  const { nodes } = await secrets.useCases.listRecent(wanted, owner);
  expect(nodes.map(({ kind }) => kind)).toEqual(['share', 'generate']);
});

test('the secret key, unknown and malformed keys show nothing', async () => {
  const { secretKey } = await conceal();
  for (const key of [secretKey, '0'.repeat(31), '', 'nonsense']) {
    expect(await secrets.useCases.showMetadata(key, anonymous())).toBeNull();
  }
});

test('a received secret says when, and shows no link', async () => {
  const { secretKey, metadata } = await conceal();
  await secrets.useCases.revealSecret(aReveal(secretKey), anonymous());
  const view = await secrets.useCases.showMetadata(metadata.key, anonymous());
  expect(view).toMatchObject({ state: 'received', secretKey: null, deliveryConfirmed: null, burnedAt: null });
  expect(view?.receivedAt).toBe(view?.updatedAt);
});

test('delivery is confirmed when the claimant says so, within its time', async () => {
  const { secretKey, metadata } = await conceal();
  const claimToken = aToken();
  await secrets.useCases.revealSecret(aReveal(secretKey, { claimToken }), anonymous());
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ deliveryConfirmed: false });
  await secrets.useCases.acknowledgeSecret(secretKey, aToken(), anonymous());
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ deliveryConfirmed: false });
  await secrets.useCases.acknowledgeSecret(secretKey, claimToken, anonymous());
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({ deliveryConfirmed: true });
});

test('a secret past its lifetime reads expired before anybody recorded it', async () => {
  const { secretKey, metadata } = await conceal();
  await secrets.endLifetime(secrets.parts.ports.keys.lookupOf(secretKey));
  const before = await secrets.useCases.showMetadata(metadata.key, anonymous());
  expect(before).toMatchObject({ state: 'expired', secretKey: null });
  expect(before?.expiredAt).toBe(before?.expiresAt);
  await secrets.expireDue();
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toMatchObject({
    state: 'expired',
    secretKey: null,
  });
});

test.each(['received', 'burned', 'expired'] as const)(
  'a secret was %s at the very instant that its event says',
  async (end) => {
    const { secretKey, metadata } = await conceal();
    const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
    if (end === 'received') await secrets.useCases.revealSecret(aReveal(secretKey), anonymous());
    if (end === 'burned') await secrets.useCases.burnSecret(aBurn(metadata.key), anonymous());
    if (end === 'expired') {
      await secrets.endLifetime(lookup);
      await secrets.expireDue();
    }
    const view = await secrets.useCases.showMetadata(metadata.key, anonymous());
    const [found] = await secrets.rows<{ at: Date; exact: string; row: string }>(
      `select e.occurred_at as at, e.occurred_at::text as exact, s.ended_at::text as row
       from secrets.secret s join secrets.events e on e.stream_id = s.secret_id and e.type = $2 where s.lookup = $1`,
      [lookup, `secret.${end}`],
    );
    expect(found?.row).toBe(found?.exact);
    expect(view?.[`${end}At`]).toBe(found?.at.getTime());
    expect(view?.updatedAt).toBe(found?.at.getTime());
  },
);

test('past its own lifetime the metadata is unknown', async () => {
  const { metadata } = await conceal();
  await secrets.rows(`update secrets.secret set until = clock_timestamp() where mlookup = $1`, [
    secrets.parts.ports.keys.metadataLookupOf(metadata.key),
  ]);
  expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toBeNull();
});

test('while the keys are sealed everything but the link is shown', async () => {
  const { metadata } = await conceal();
  const keyRing = { ...secrets.parts.ports.keyRing, sealedReason: () => 'no key' };
  const view = await secrets.using({ keyRing }).showMetadata(metadata.key, anonymous());
  expect(view).toEqual({ ...metadata, secretKey: null });
});

test('a link box that does not open leaves the link out and raises an alarm', async () => {
  const { secretKey, metadata } = await conceal();
  await secrets.rows(
    `update secrets.secret set linkbox = set_byte(linkbox, 20, 255 - get_byte(linkbox, 20)) where lookup = $1`,
    [secrets.parts.ports.keys.lookupOf(secretKey)],
  );
  const alarms: string[] = [];
  const watched = secrets.using({ alarm: (_secretId, reason) => alarms.push(reason) });
  expect(await watched.showMetadata(metadata.key, anonymous())).toMatchObject({ state: 'new', secretKey: null });
  expect(alarms).toEqual(['undecryptable']);
});
