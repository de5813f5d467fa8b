import { privateAnswer } from '@onceover/schema/rest/metadata';
import { expect, test } from 'vitest';
import { expectOk, expectShrimp, expectUnknownSecret } from '../support/expectations.ts';
import { burn, conceal, look, reveal, showPrivate, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

async function shown(metadataKey: string) {
  return expectOk(await showPrivate(system.url, metadataKey), privateAnswer);
}

const noLink = { secret_key: null, share_path: null, share_url: null };
const nothingHappened = {
  received_date: null,
  received_date_utc: null,
  burned_date: null,
  burned_date_utc: null,
  expired_date: null,
  expired_date_utc: null,
};

test('until the secret is opened the creator sees the share link, however often they look', async () => {
  const { secretKey, metadataKey } = await conceal(system.url, { ttl: '1800' });
  for (let looks = 0; looks < 3; looks += 1) {
    const { record, details } = await shown(metadataKey);
    expect(record).toMatchObject({
      key: metadataKey,
      state: 'new',
      secret_key: secretKey,
      share_path: `secret/${secretKey}`,
      share_url: `${system.url}/secret/${secretKey}`,
      metadata_path: `private/${metadataKey}`,
      burn_path: `private/${metadataKey}/burn`,
      share_domain: system.url,
      expiration_stamp: '30 minutes',
      stamp: 'a moment ago',
    });
    expect(details).toMatchObject({ ...nothingHappened, is_destroyed: false, can_decrypt: true, view_count: 0 });
    expect(details).toMatchObject({ show_secret_link: true, show_metadata_link: true, delivery_confirmed: null });
    expect(details).toMatchObject({ is_by_owner_handle: false, deliveries: [] });
  }
  expect((await look(system.url, secretKey)).status).toBe(200);
});

test('the answer says whether there is a passphrase and whether the text was cut', async () => {
  const { metadataKey } = await conceal(system.url, { passphrase: 'plum', secret: 'x'.repeat(10_001) });
  const { details } = await shown(metadataKey);
  expect(details).toMatchObject({ has_passphrase: true, can_decrypt: false, is_truncated: true });
});

test('once the secret is received the creator sees when, and no longer sees the link', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  await reveal(system.url, secretKey);
  const { record, details } = await shown(metadataKey);
  expect(record).toMatchObject({ ...noLink, state: 'received', is_received: true, is_destroyed: true });
  expect(record.received).toBeGreaterThanOrEqual(record.created);
  expect(details).toMatchObject({
    ...nothingHappened,
    is_received: true,
    view_count: 1,
    received_date: 'a moment ago',
    received_date_utc: details.received_date_utc,
  });
  expect(details.received_date_utc).not.toBeNull();
  expect(details).toMatchObject({ show_secret_link: false, can_decrypt: false });
});

test('a burned secret is shown as burned', async () => {
  const { metadataKey } = await conceal(system.url);
  await burn(system.url, metadataKey);
  const { record, details } = await shown(metadataKey);
  expect(record).toMatchObject({ ...noLink, state: 'burned', is_burned: true, is_destroyed: true, received: null });
  expect(details).toMatchObject({ is_burned: true, burned_date: 'a moment ago', view_count: 0, received_date: null });
});

test('a secret past its lifetime is expired, and not destroyed', async () => {
  const { metadataKey, secretShortkey } = await conceal(system.url);
  await system.tables.expireNow(secretShortkey);
  const { record, details } = await shown(metadataKey);
  expect(record).toMatchObject({ ...noLink, state: 'expired', is_expired: true, is_destroyed: false });
  expect(details).toMatchObject({ is_expired: true, is_destroyed: false, can_decrypt: false });
});

test('keys that open nothing get the same answer; a secret key is not a metadata key', async () => {
  const { secretKey } = await conceal(system.url);
  for (const key of [unknownKey, secretKey, 'short', 'x'.repeat(60)]) {
    const answer = await showPrivate(system.url, key);
    expectUnknownSecret(answer, key);
    expectShrimp(answer, false);
  }
});
