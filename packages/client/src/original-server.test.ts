import { expect, test } from 'vitest';
import { OnceoverClient } from './onceover-client.ts';
import { json, scriptedServer } from './test-support/scripted-server.ts';

/** Answers as Onetime Secret v0.18 sends them: texts for numbers, the key of the link nowhere but at the first look of its creator. */

const KEY = 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k';
const PRIVATE = 'k7d2m9x4q1w8z3v6b0n5r2t8j4h1f6c';
const stored = {
  key: PRIVATE,
  custid: 'anon',
  state: 'new',
  secret_shortkey: 'p3s8g1',
  shortkey: 'k7d2m9x4',
  secret_ttl: '1800.0',
  share_domain: '',
  created: '1900000000',
  updated: '1900000001',
  recipients: '',
  is_received: false,
};
const shown = {
  success: true,
  record: { ...stored, secret_key: KEY, share_path: `secret/${KEY}` },
  details: { is_received: null, view_count: '', has_passphrase: true, secret_value: null },
};

function clientOf(server: ReturnType<typeof scriptedServer>): OnceoverClient {
  return new OnceoverClient({ url: 'https://ots.example', fetch: server.fetch });
}

test('the share link is asked for where conceal does not tell it', async () => {
  const server = scriptedServer(
    json({ success: true, record: { metadata: stored, secret: {} }, details: {} }),
    json(shown),
  );
  const { record } = await clientOf(server).conceal('tea at 5?', { passphrase: 'plum' });
  expect(record.secret).toMatchObject({ key: KEY, has_passphrase: true, is_truncated: false, secret_ttl: 1800 });
  expect(record.metadata).toMatchObject({ share_url: `https://ots.example/secret/${KEY}`, expiration: 1_900_001_800 });
  expect(record.metadata).toMatchObject({ metadata_url: `https://ots.example/private/${PRIVATE}`, recipients: null });
});

test('what was generated is read where it is shown', async () => {
  const value = { ...shown, details: { ...shown.details, secret_value: 'aB3*dE5$' } };
  const server = scriptedServer(json({ success: true, record: { metadata: stored, secret: {} } }), json(value));
  expect((await clientOf(server).generate()).record.secret.secret_value).toBe('aB3*dE5$');
});

test('a secret that its creator has seen is still new', async () => {
  const server = scriptedServer(json({ ...shown, record: { ...shown.record, state: 'viewed' } }));
  const { record, details } = await clientOf(server).metadata(PRIVATE);
  expect(record).toMatchObject({
    state: 'new',
    secret_key: KEY,
    secret_ttl: 1800,
    is_burned: false,
    is_expired: false,
  });
  expect(details).toMatchObject({ is_received: false, has_passphrase: true, view_count: 0, is_locked: false });
});

test('a wrong passphrase may be answered with the closed secret', async () => {
  const closed = { success: true, record: { key: KEY, has_passphrase: 'true' }, details: { show_secret: false } };
  const revealing = clientOf(scriptedServer(json(closed))).reveal(KEY, { passphrase: 'pear' });
  await expect(revealing).rejects.toMatchObject({ code: 'bad_passphrase' });
});

test('errors without a code get the one that Onceover gives', async () => {
  const answers = [
    json({ secret_key: KEY, message: 'Unknown secret' }, 404),
    json({ message: 'Not authorized' }, 403),
    json({ message: 'Something else' }, 400),
  ];
  const client = clientOf(scriptedServer(...answers));
  await expect(client.look(KEY)).rejects.toMatchObject({ code: 'unknown_secret' });
  await expect(client.recent()).rejects.toMatchObject({ code: 'not_authorized' });
  await expect(client.look(KEY)).rejects.toMatchObject({ code: 'http_400', message: 'Something else' });
});

test('burning and recents say the same as those of Onceover', async () => {
  const gone = { ...stored, state: 'burned' };
  const burnt = { success: true, record: { metadata: gone }, details: {} };
  const recent = { success: true, count: 1, records: [stored], details: { received: [], notreceived: [stored] } };
  const client = clientOf(scriptedServer(json(burnt), json(recent)));
  expect((await client.burn(PRIVATE)).record).toMatchObject({ key: PRIVATE, state: 'burned', is_burned: true });
  expect((await client.recent()).records[0]).toMatchObject({ key: PRIVATE, created: 1_900_000_000, is_expired: false });
});
