import { v3Answers } from '@onceover/schema/rest/v3';
import { expect, test } from 'vitest';
import { type Answer, ask, post, postJson } from '../../support/http.ts';
import type { Person } from '../../support/people.ts';
import { created, d18, hearDialects, later, laterGuest, v1, v3, v3Guest } from '../support/dialects.ts';
import { unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

hearDialects();

const without = systemOfThisFile({ ONCEOVER_API_V1: 'off', ONCEOVER_API_LATER: 'off' });
/** Without guest paths, and with generated values shown once more. */
const system = systemOfThisFile({ ONCEOVER_API_GUEST: 'off', ONCEOVER_GENERATED_VALUE_AGAIN: '60' });

test.each([
  ['GET', '/api/v1/status'],
  ['GET', `/api/v1/private/${unknownKey}`],
  ['POST', '/api/v1/share'],
  ['POST', `/api/v1/secret/${unknownKey}`],
])('v1 switched off: %s %s', async (method, path) => {
  const { status, json } = await ask(without.url, `${path}?secret=tea`, { method });
  expect([status, json]).toEqual([404, { message: `${path} is not available`, code: 'not_available' }]);
});

test.each([
  ['GET', '/api/v2/receipt/recent'],
  ['GET', `/api/v2/receipt/${unknownKey}`],
  ['POST', '/api/v2/secret/generate'],
  ['POST', `/api/v2/secret/${unknownKey}/reveal`],
  ['POST', '/api/v2/secret/status'],
  ['POST', '/api/v2/guest/secret/conceal'],
  ['GET', '/api/v3/status'],
  ['POST', '/api/v3/guest/secret/generate'],
])('later dialects switched off: %s %s', async (method, path) => {
  const { status, json } = await ask(without.url, path, { method });
  expect([status, json.error_type, json.code]).toEqual([404, 'NotFound', 'not_available']);
});

test('without later dialects a nested secret is no payload, in our own words', async () => {
  const nested = [
    await post(without.url, '/api/v2/secret/conceal', { 'secret[secret]': 'tea' }),
    await postJson(without.url, '/api/v2/secret/conceal', { secret: { secret: 'tea' } }),
  ];
  for (const { status, json } of nested) {
    const { shrimp, ...body } = json;
    const message = 'Incorrect payload format';
    expect([status, body, typeof shrimp]).toEqual([400, { message, success: false, code: 'bad_payload' }, 'string']);
  }
  await created(without.url, d18);
});

test.each([laterGuest, v3Guest])('guest paths switched off: $name', async (speaker) => {
  const { secretKey, metadataKey } = await created(system.url, later);
  const answers = [
    await speaker.create(system.url),
    await speaker.open(system.url, secretKey),
    await speaker.see(system.url, metadataKey),
    await speaker.burn(system.url, metadataKey),
  ];
  for (const { status, json } of answers) {
    expect([status, json.error_type, json.code]).toEqual([403, 'GuestRoutesDisabled', 'GUEST_ROUTES_DISABLED']);
  }
  expect(later.valueOf(await later.open(system.url, secretKey))).toBe('tea at 5?');
});

/** The ways to make a value, and to be shown it once more. */
const ways = {
  v1: {
    make: (headers = {}) => post(system.url, '/api/v1/generate', {}, headers),
    keysOf: ({ json }: Answer) => ({ key: json.metadata_key, secretKey: json.secret_key, value: json.value }),
    see: (key: string, more = {}) => ask(system.url, `/api/v1/private/${key}`, more),
    shown: ({ json }: Answer) => json.value as string | undefined,
  },
  later: {
    make: (headers = {}, fields = {}) => post(system.url, '/api/v2/secret/generate', fields, headers),
    keysOf: ({ json }: Answer) => ({
      key: json.record.receipt.identifier,
      secretKey: json.record.secret.identifier,
      value: json.record.secret.secret_value,
    }),
    see: (key: string, more = {}) => ask(system.url, `/api/v2/receipt/${key}`, more),
    shown: ({ json }: Answer) =>
      (json.details.show_secret ? json.details.secret_value : undefined) as string | undefined,
  },
  ours: {
    make: (headers = {}) => post(system.url, '/api/v2/secret/conceal', { kind: 'generate' }, headers),
    keysOf: ({ json }: Answer) => ({
      key: json.record.metadata.key,
      secretKey: json.record.secret.key,
      value: json.record.secret.secret_value,
    }),
    see: (key: string, more = {}) => ask(system.url, `/api/v2/private/${key}`, more),
    shown: ({ json }: Answer) =>
      (json.details.show_secret ? json.details.secret_value : undefined) as string | undefined,
  },
};
const names = ['v1', 'later', 'ours'] as const;

test.each(names)('a value that %s makes is shown once more, to the first who asks, and opens once', async (maker) => {
  for (const reader of names) {
    const { key, secretKey, value } = ways[maker].keysOf(await ways[maker].make());
    const { shown, see } = ways[reader];
    expect([reader, shown(await see(key))]).toEqual([reader, value]);
    for (const name of names) expect(ways[name].shown(await ways[name].see(key))).toBeUndefined();
    expect(v1.valueOf(await v1.open(system.url, secretKey))).toBe(value);
  }
});

test.each<[string, object]>([
  ['a HEAD', { method: 'HEAD' }],
  ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['a page of another site, by its origin', { headers: { origin: 'https://evil.example' } }],
  ['a link on another site', { headers: { referer: 'https://evil.example/' } }],
  ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
  ['a preview', { headers: { purpose: 'preview' } }],
  ['a POST', { method: 'POST' }],
])('%s is not shown the value, and does not use up the look', async (_title, sent) => {
  for (const name of names) {
    const { make, keysOf, see, shown } = ways[name];
    const { key, value } = keysOf(await make());
    const answer = await see(key, sent);
    expect(answer.text).not.toContain(value);
    expect([name, shown(await see(key))]).toEqual([name, value]);
  }
});

test('our own pages are not shown it', async () => {
  const { key, value } = ways.ours.keysOf(await ways.ours.make());
  const { browser } = await system.people.customer();
  const headers = { cookie: browser.cookie ?? '', 'sec-fetch-site': 'same-origin' };
  expect((await ways.ours.see(key, { headers })).text).not.toContain(value);
  expect(ways.ours.shown(await ways.ours.see(key))).toBe(value);
});

test('neither an owner handle, nor a passphrase, nor what was shared or opened shows a value', async () => {
  const owner = await system.people.customer();
  const headers = { authorization: await system.people.apiToken(owner) };
  const { key, value } = ways.later.keysOf(await ways.later.make(headers));
  await system.drain();
  const { json } = await ask(system.url, '/api/v2/receipt/recent', { headers });
  for (const name of names) {
    const byHandle = await ways[name].see(json.records[0].identifier, { headers });
    expect([byHandle.status, ways[name].shown(byHandle)]).toEqual([200, undefined]);
  }
  expect(ways.later.shown(await ways.later.see(key, { headers }))).toBe(value);
  const guarded = ways.later.keysOf(await ways.later.make({}, { 'secret[passphrase]': 'plum' }));
  const opened = ways.later.keysOf(await ways.later.make());
  await later.open(system.url, opened.secretKey);
  const shared = (await created(system.url, later)).metadataKey;
  for (const each of [guarded.key, opened.key, shared])
    expect(ways.later.shown(await ways.later.see(each))).toBeUndefined();
});

async function storyOf({ browser }: Person, key: string) {
  const { json } = await browser.graph('query ($key: String!) { metadata(key: $key) { generatedValueShown state } }', {
    key,
  });
  return json.data.metadata;
}

test('of sixty-four who ask in three dialects one is shown it, and the story tells when', async () => {
  const owner = await system.people.customer();
  const headers = { authorization: await system.people.apiToken(owner) };
  const { key, secretKey, value } = ways.later.keysOf(await ways.later.make(headers));
  expect(await storyOf(owner, key)).toEqual({ generatedValueShown: null, state: 'NEW' });
  const readers = Array.from({ length: 64 }, (_, at) => ways[names[at % names.length] ?? 'v1']);
  const answers = await Promise.all(readers.map(({ see }) => see(key)));
  expect(answers.map(({ status }) => status)).toEqual(new Array(64).fill(200));
  expect(answers.flatMap((answer, at) => readers[at]?.shown(answer) ?? [])).toEqual([value]);
  expect(answers.filter(({ text }) => text.includes(value))).toHaveLength(1);
  expect(await storyOf(owner, key)).toEqual({ generatedValueShown: expect.any(Number), state: 'NEW' });
  expect(v1.valueOf(await v1.open(system.url, secretKey))).toBe(value);
});

test('v3 shows a customer`s value once more, too', async () => {
  const headers = { authorization: await system.people.apiToken(await system.people.customer()) };
  const { json } = await post(system.url, '/api/v3/secret/generate', {}, headers);
  const { receipt, secret } = v3Answers.laterConcealed.parse(json).record;
  const shown = await v3.see(system.url, receipt.identifier, headers);
  expect(shown.json.details).toMatchObject({ secret_value: secret.secret_value, show_secret: true });
});
