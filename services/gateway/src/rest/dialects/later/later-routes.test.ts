import { v3Answers } from '@onceover/schema/rest/v3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerSchemas } from '../../../answers/answer-schemas.ts';
import { ask, post } from '../../../test-support/ask.ts';
import {
  created,
  endings,
  everyMetadata,
  type PlayedGateway,
  playedSecrets,
  type Sent,
} from '../../../test-support/played-secrets.ts';
import { concealed, gate, metadata, metadataKey, revealed, secretKey } from '../../../test-support/sample-data.ts';
import { startTestGateway } from '../../../test-support/start-test-gateway.ts';

let gateway: PlayedGateway;
beforeAll(async () => {
  gateway = await playedSecrets();
});
afterAll(() => gateway[Symbol.asyncDispose]());

/** Where the calls of later versions stand; each answers by the schema of its own dialect. */
const places = [
  { base: '/api/v2', answers: answerSchemas, isV3: false, as: 'nina', custid: 'nina@example.com' },
  { base: '/api/v2/guest', answers: answerSchemas, isV3: false, as: 'nina', custid: 'anon' },
  { base: '/api/v3', answers: { ...answerSchemas, ...v3Answers }, isV3: true, as: 'nina' },
  { base: '/api/v3/guest', answers: { ...answerSchemas, ...v3Answers }, isV3: true, as: 'nobody' },
] as const;
type Place = (typeof places)[number];
const isGuest = ({ base }: Place) => base.endsWith('guest');
const owners = places.filter((place) => !isGuest(place));

/** A 200 by the schema of its dialect, which allows no other names. */
async function ok({ answers, as, base, isV3 }: Place, path: string, shape: keyof typeof answers, sent: Sent = {}) {
  const { status, json, text } = await gateway.send(`${base}${path}`, { as, ...sent });
  expect([status, json?.message]).toEqual([200, undefined]);
  answers[shape].parse(json);
  if (isV3) expect(text).not.toMatch(/"(?:metadata|custid|shrimp|key|secret_shortkey|shortkey)":/);
  return json;
}

test.each(everyMetadata)('$name: a receipt', async ({ ending, metadata: found }) => {
  gateway.played.metadata = found;
  for (const place of places) {
    const { record, details } = await ok(place, `/receipt/${metadataKey}`, 'laterReceipt');
    const received = ending === 'received' ? endings.received.received : null;
    const burned = ending === 'burned' ? endings.burned.burned : null;
    const isPending = ending === 'pending';
    const list = place.isV3 ? found.recipients?.split(', ') : found.recipients;
    expect(record).toMatchObject({
      identifier: metadataKey,
      shortid: 'm1m2m3m4',
      secret_shortid: 'w9x8y7z6',
      state: { pending: 'new', received: 'revealed', burned: 'burned', expired: 'expired' }[ending],
      secret_state: isPending ? 'new' : null,
      revealed: received,
      received,
      burned,
      is_revealed: received !== null,
      is_received: received !== null,
      is_burned: burned !== null,
      is_expired: ending === 'expired',
      is_destroyed: !isPending,
      recipients: list ?? null,
      memo: found.label,
      has_passphrase: found.hasPassphrase,
      kind: found.kind === 'GENERATE' ? 'generate' : 'conceal',
      created,
      secret_ttl: 1800,
      metadata_ttl: 3600,
      receipt_ttl: 3600,
      lifespan: 3600,
      expiration: created + 1800,
      expiration_in_seconds: 1800,
      natural_expiration: '30 minutes',
      expiration_stamp: '30 minutes',
      share_path: isPending ? `/secret/${secretKey}` : null,
      share_url: isPending ? expect.stringMatching(new RegExp(`^https?://.+/secret/${secretKey}$`)) : null,
      burn_path: `/private/${metadataKey}/burn`,
      receipt_path: `/private/${metadataKey}`,
      metadata_path: `/private/${metadataKey}`,
      receipt_url: record.metadata_url,
    });
    expect('secret_identifier' in record).toBe(isPending);
    if (!place.isV3) expect(record).toMatchObject({ key: metadataKey, shortkey: 'm1m2m3m4', custid: null });
    expect(details).toMatchObject({
      secret_realttl: isPending ? expect.toSatisfy((left) => left > 1600 && left <= 1700) : null,
      has_passphrase: found.hasPassphrase,
      can_decrypt: isPending && !found.hasPassphrase,
      secret_value: null,
      show_secret: false,
      show_secret_link: isPending && found.recipients === null,
      show_receipt_link: isPending,
      show_metadata_link: isPending,
      show_recipients: found.recipients !== null,
    });
  }
});

test('a burned receipt has no flag set', async () => {
  const recipients = 'to*****@e*****.com';
  const burned = { ...metadata, ...endings.burned, hasPassphrase: true, recipients };
  gateway.played.burned = { __typename: 'BurnedSecret', metadata: burned };
  for (const place of places) {
    gateway.inputs.length = 0;
    const form = 'continue=true&passphrase=plum';
    const { record, details } = await ok(place, `/receipt/${metadataKey}/burn`, 'laterBurned', { form });
    expect(gateway.inputs).toEqual([{ key: metadataKey, continue: true, passphrase: 'plum' }]);
    expect(record).toMatchObject({ state: 'burned', is_burned: true, is_destroyed: true, share_url: null });
    expect(details).toMatchObject({ type: 'record', title: 'Secret burned', view_count: 0 });
    const flags = Object.entries(details).filter(([name]) => /^(?:show|has|can)_/.test(name));
    expect(flags.filter(([, flag]) => flag)).toEqual([]);
  }
});

const bodies: readonly Sent[] = [
  { form: '{"secret":{"secret":"a","ttl":1800,"recipient":["tom@example.com"]}}', type: 'application/json' },
  { form: 'secret[secret]=a&secret[ttl]=1800&secret[recipient]=tom@example.com' },
  { form: 'secret[secret]=a&secret[ttl]=1800&secret[recipient][]=tom@example.com' },
];

test.each(['conceal', 'generate'])('%s: the receipt, its secret and who created it', async (call) => {
  const isGenerated = call === 'generate';
  const kind = isGenerated ? 'GENERATE' : 'SHARE';
  const value = isGenerated ? 'hT7*kPw$2m3n' : null;
  const recipients = 'to*****@e*****.com';
  for (const place of places) {
    const isOwned = place.base === '/api/v2';
    const made = { ...metadata, kind, secretKey: null, hasOwner: isOwned, isOwner: isOwned, recipients };
    gateway.played.concealed = { ...concealed, kind, value, metadata: made };
    for (const sent of bodies) {
      gateway.inputs.length = 0;
      const { record, details, custid } = await ok(place, `/secret/${call}`, 'laterConcealed', sent);
      // Only a text of the creator's is refused where it is too long.
      expect(gateway.inputs).toMatchObject([{ kind, secret: 'a', ttl: 1800, recipients: ['tom@example.com'] }]);
      expect(details).toEqual({
        kind: call,
        recipient: ['tom@example.com'],
        recipient_safe: ['to*****@e*****.com'],
        ttl_adjusted: false,
      });
      expect(record.receipt).toMatchObject({
        identifier: metadataKey,
        secret_identifier: secretKey,
        state: 'new',
        secret_ttl: 1800,
        metadata_ttl: 3600,
        kind: call,
      });
      expect(record.secret).toMatchObject({ identifier: secretKey, state: 'new', secret_ttl: 1800, lifespan: 1800 });
      expect(record.secret.secret_value).toBe(value ?? undefined);
      if (place.isV3) continue;
      expect(record.metadata).toEqual(record.receipt);
      expect([custid, record.metadata.custid]).toEqual([place.custid, isOwned ? 'nina@example.com' : 'anon']);
    }
  }
});

test('a look at a secret is ours, whoever asks', async () => {
  gateway.played.gate = { ...gate, hasPassphrase: true };
  for (const place of places) {
    const { record, details } = await ok(place, `/secret/${secretKey}`, 'secret');
    expect(record).toMatchObject({ identifier: secretKey, secret_ttl: 1800, lifespan: 1800, updated: record.created });
    expect(details).toMatchObject({ show_secret: false, correct_passphrase: false });
  }
});

test.each(places)('$base: a reveal shows the secret once it is confirmed, and calls it opened', async (place) => {
  const word = place.base === '/api/v2' ? 'received' : 'revealed';
  gateway.played.gate = { ...gate, hasPassphrase: true };
  gateway.played.revealed = { ...revealed, hasPassphrase: true };
  for (const form of ['', 'continue=1', 'continue=false&passphrase=plum']) {
    gateway.inputs.length = 0;
    const { record, details } = await ok(place, `/secret/${secretKey}/reveal`, 'laterRevealed', { form });
    expect([record.state, record.secret_value, gateway.inputs]).toEqual(['new', undefined, []]);
    expect(details).toMatchObject({ continue: false, show_secret: false, correct_passphrase: false });
  }
  const form = '{"continue":true,"passphrase":"plum"}';
  const sent = { form, type: 'application/json' };
  const { record, details } = await ok(place, `/secret/${secretKey}/reveal`, 'laterRevealed', sent);
  expect(record).toMatchObject({ state: word, is_received: true, is_revealed: true, secret_value: 'tea at 5?' });
  expect(details).toMatchObject({ continue: true, show_secret: true, correct_passphrase: true, one_liner: true });
});

test.each(owners)('$base: a status tells how much is left, and nothing of what is gone', async (place) => {
  gateway.played.gate = { ...gate, created, expiration: created + 1800 };
  for (const as of ['nobody', 'nina'] as const) {
    const { record, details } = await ok(place, `/secret/${secretKey}/status`, 'laterStatus', { as });
    expect([record.identifier, record.state, record.secret_ttl]).toEqual([secretKey, 'new', 1800]);
    expect(details.current_expiration).toSatisfy((left: number) => left > 1600 && left <= 1700);
  }
  gateway.played.gate = null;
  const gone = await ok(place, `/secret/${secretKey}/status`, 'laterStatus', { as: 'nobody' });
  expect(gone).toEqual({ success: true, record: { state: 'unknown' } });
});

const keys = (count: number) => Array.from({ length: count }, (_, each) => `${secretKey.slice(0, 28)}${100 + each}`);
const many = [
  ...owners.map((place) => ({ place, path: '/secret/status', shape: 'laterStatuses' as const })),
  ...places.slice(3).map((place) => ({ place, path: '/receipts', shape: 'laterReceipts' as const })),
];

test.each(many)('$place.base$path: at most 25 at once, in the order asked', async ({ place, path, shape }) => {
  gateway.played.gate = gate;
  gateway.played.metadata = metadata;
  const [first, second] = keys(2);
  for (const sent of [
    { form: `identifiers=${first},%20${second},${first},,` },
    { form: `identifiers[]=${first}&identifiers[]=${second}` },
    { form: JSON.stringify({ identifiers: [first, second] }), type: 'application/json' },
    { form: JSON.stringify({ identifiers: `${first},${second}` }), type: 'application/json' },
  ]) {
    const { records, count } = await ok(place, path, shape, { as: 'nobody', ...sent });
    const found = shape === 'laterStatuses' ? [first, second] : [metadataKey, metadataKey];
    expect([records.map(({ identifier }: { identifier: string }) => identifier), count]).toEqual([found, 2]);
  }
  expect((await ok(place, path, shape, { as: 'nobody', form: `identifiers=${keys(25)}` })).count).toBe(25);
  expect((await ok(place, path, shape, { as: 'nobody', form: '' })).count).toBe(0);
  for (const identifiers of [keys(26), keys(90)]) {
    for (const given of [identifiers, identifiers.join(',')]) {
      const form = JSON.stringify({ identifiers: given });
      const { status, json } = await gateway.send(`${place.base}${path}`, { form, type: 'application/json' });
      expect([status, json.error_type]).toEqual([422, 'FormError']);
    }
  }
  gateway.played.gate = null;
  gateway.played.metadata = null;
  expect(await ok(place, path, shape, { as: 'nobody', form: `identifiers=${first}` })).toMatchObject({
    count: 0,
    records: [],
  });
});

test.each(owners)('$base/receipt/recent: what changed last comes first, under handles', async (place) => {
  const owned = { secretKey: null, hasOwner: true, isOwner: true, label: 'for Tom' };
  const { pending, received, burned, expired } = endings;
  const changes = [
    [pending, 30],
    [received, 10],
    [burned, 40],
    [expired, 20],
  ] as const;
  gateway.played.recent = changes.map(([ends, after]) => ({
    ...metadata,
    ...ends,
    ...owned,
    updated: created + after,
  }));
  const { count, records, details } = await ok(place, '/receipt/recent', 'laterRecent');
  const states = (list: { state: string }[]) => list.map(({ state }) => state);
  expect([count, states(records)]).toEqual([4, ['burned', 'new', 'expired', 'revealed']]);
  expect(states(details.revealed_receipts)).toEqual(['burned', 'expired', 'revealed']);
  expect(states(details.pending_receipts)).toEqual(['new']);
  for (const receipt of records)
    expect(receipt).toMatchObject({ secret_identifier: null, share_url: null, memo: 'for Tom' });
  expect(details).toMatchObject({ scope: null, has_items: true, since: details.now - 30 * 86_400 });
  for (const scope of ['org', 'domain']) {
    const { status, json } = await gateway.send(`${place.base}/receipt/recent?scope=${scope}`, { as: 'nina' });
    expect([status, json.error_type]).toEqual([403, 'EntitlementRequired']);
  }
});

test.each(owners)('$base: a memo is the label, of its owner only', async (place) => {
  const path = `/receipt/${metadataKey}`;
  const sent = { method: 'PATCH', form: 'memo=for%20Tom' };
  gateway.played.metadata = { ...metadata, hasOwner: true, isOwner: true, label: 'for Tom' };
  gateway.inputs.length = 0;
  const { record } = await ok(place, path, 'laterLabeled', sent);
  expect([record.memo, gateway.inputs]).toEqual(['for Tom', [{ key: metadataKey, label: 'for Tom' }]]);
  gateway.played.metadata = { ...metadata, hasOwner: true };
  for (const as of ['nina', 'nobody'] as const) {
    const { status, json } = await gateway.send(`${place.base}${path}`, { ...sent, as });
    expect([status, json.error_type]).toEqual([401, 'Unauthorized']);
    if (as === 'nina') expect(json.error).toBe('Not authorized to update this receipt');
  }
  expect(gateway.inputs).toHaveLength(1);
});

test.each([
  ['GET', '/receipt/:key'],
  ['POST', '/receipt/:key/burn'],
  ['POST', '/secret/conceal'],
  ['POST', '/secret/generate'],
  ['GET', '/secret/:key'],
  ['POST', '/secret/:key/reveal'],
])('v3 is open to others only under guest: %s %s', async (method, path) => {
  const call = path.replace(':key', secretKey);
  gateway.inputs.length = 0;
  const body = method === 'GET' ? {} : { form: 'secret[secret]=a&continue=true' };
  const { status, json } = await gateway.send(`/api/v3${call}`, { method, ...body });
  expect([status, json.error_type, gateway.inputs]).toEqual([401, 'Unauthorized', []]);
});

test.each(['status', 'version', 'supported-locales'])('v3 tells its %s to everybody', async (fact) => {
  expect((await gateway.send(`/api/v3/${fact}`)).status).toBe(200);
});

test.each(['/api/v2/secret/status', '/api/v3/guest/receipts'])(
  'keys that are asked for together count as if they were asked for one by one: %s',
  async (path) => {
    const nothing = { Query: { secret: () => null, metadata: () => null } };
    await using limited = await startTestGateway({ secrets: nothing });
    const identifiers = Array.from({ length: 25 }, (_, index) => secretKey.slice(0, -2) + String(index + 10)).join();
    for (let turn = 0; turn < 24; turn += 1) {
      expect((await post(limited.port, path, { identifiers })).json).toMatchObject({ count: 0 });
    }
    expect((await ask(limited.port, `/api/v2/secret/${secretKey}`)).json.code).toBe('rate_limited');
  },
);

test('on paths that do not exist a cookie counts for nothing either', async () => {
  await using own = await startTestGateway();
  const cookie = `sess=${'x'.repeat(43)}; locale=he`;
  for (const path of ['/api/v2/guest/nothing', '/api/v2/receipt/x/y', '/api/v1/nothing', '/api/v3/nothing']) {
    const { headers, json } = await post(own.port, path, {}, { cookie });
    expect([headers['content-language'], json.shrimp ?? 'v1.none']).toEqual(['en', 'v1.none']);
  }
});
