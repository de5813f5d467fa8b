import {
  laterMemoAnswer,
  laterRecentAnswer,
  laterStatusAnswer,
  laterStatusesAnswer,
} from '@onceover/schema/rest/later';
import { privateAnswer } from '@onceover/schema/rest/metadata';
import { secretAnswer } from '@onceover/schema/rest/secret';
import { v3Answers } from '@onceover/schema/rest/v3';
import { expect, test } from 'vitest';
import { type Answer, ask, post, postJson, URLENCODED } from '../../support/http.ts';
import { created, d18, expectLife, hearDialects, later, laterGuest, v1, v3, v3Guest } from '../support/dialects.ts';
import { expectApiHeaders } from '../support/expectations.ts';
import { claimToken, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

hearDialects();

const system = systemOfThisFile();

async function somebody() {
  const person = await system.people.customer();
  return { ...person, headers: { authorization: await system.people.apiToken(person) } };
}

/** Where a customer's own calls stand. */
const owned = [
  { base: '/api/v2', speaker: later, recents: laterRecentAnswer, memos: laterMemoAnswer },
  { base: '/api/v3', speaker: v3, recents: v3Answers.laterRecent, memos: v3Answers.laterLabeled },
];

test.each([later, laterGuest, v3Guest])('$name: the whole life of a secret of a visitor', async (speaker) => {
  await expectLife(system.url, speaker);
});

test.each(owned)('$speaker.name: the whole life of a customer`s secret, and the list of theirs', async (place) => {
  const { base, speaker, recents } = place;
  const { headers, email } = await somebody();
  await expectLife(system.url, speaker, headers);
  await system.drain();
  const answer = await ask(system.url, `${base}/receipt/recent`, { headers });
  expectApiHeaders(answer);
  recents.parse(answer.json);
  const { count, records, details } = answer.json;
  const states = (receipts: { state: string }[]) => receipts.map(({ state }) => state);
  expect([count, states(records).toSorted()]).toEqual([2, ['burned', 'revealed']]);
  expect([states(details.revealed_receipts).length, details.pending_receipts]).toEqual([2, []]);
  const handle = records[0].identifier;
  const mine = await speaker.see(system.url, handle, headers);
  expect([mine.status, mine.json.record.share_url]).toEqual([200, null]);
  expect((await laterGuest.see(system.url, handle)).json.error_type).toBe('RecordNotFound');
  for (const scope of ['org', 'domain']) {
    const refused = await ask(system.url, `${base}/receipt/recent?scope=${scope}`, { headers });
    expect([refused.status, refused.json.error_type]).toEqual([403, 'EntitlementRequired']);
  }
  expect(JSON.stringify(answer.json).includes(email)).toBe(false);
});

const patch = (path: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  ask(system.url, path, { method: 'PATCH', body, headers: { 'content-type': URLENCODED, ...headers } });

test.each(owned)('$speaker.name: a memo is for its owner alone', async ({ base, speaker, memos }) => {
  const { headers, browser } = await somebody();
  const { headers: strangers } = await somebody();
  const { metadataKey } = await created(system.url, speaker, {}, headers);
  const path = `${base}/receipt/${metadataKey}`;
  const memoOf = async (by = headers) => (await speaker.see(system.url, metadataKey, by)).json.record.memo;
  const long = 'ü'.repeat(500);
  for (const memo of [long, 'for Tom & Ann + 1', '']) {
    const { status, json } = await patch(path, new URLSearchParams({ memo }).toString(), headers);
    memos.parse(json);
    const wanted = memo === '' ? null : memo;
    expect([status, json.record.memo, await memoOf()]).toEqual([200, wanted, wanted]);
  }
  const json = await patch(path, '{"memo":"kept"}', { ...headers, 'content-type': 'application/json' });
  expect([json.status, await memoOf(), await memoOf(strangers)]).toEqual([200, 'kept', null]);
  const pages = [await patch(path, '', headers), await patch(path, 'momo=typo', headers)];
  for (const { status, json: left } of pages) {
    expect([status, left.record.memo]).toEqual([200, 'kept']);
    expect(left.record.secret_identifier).toMatch(/^[0-9a-z]{31}$/);
  }
  const refusals = [
    [await patch(path, `memo=${long}a`, headers), 422, 'FormError', 'memo'],
    [await patch(path, 'memo=two%0Alines', headers), 422, 'FormError', 'memo'],
    [await patch(path, `memo=${'a'.repeat(1_000_000)}`, headers), 413, 'FormError', undefined],
    [await patch(path, Buffer.from('memo=\xff\xfe', 'latin1'), headers), 422, 'FormError', undefined],
    [await patch(path, 'memo=%ff', headers), 422, 'FormError', undefined],
    [await patch(path, 'memo=stolen', strangers), 401, 'Unauthorized', undefined],
    [await patch(path, 'memo=stolen'), 401, 'Unauthorized', undefined],
    [await patch(path, 'memo=stolen', { cookie: browser.cookie ?? '' }), 401, 'Unauthorized', undefined],
    [await patch(`${base}/receipt/${unknownKey}`, 'memo=a', headers), 404, 'RecordNotFound', undefined],
  ] as const;
  for (const [answer, status, type, field] of refusals) {
    expect([answer.status, answer.json.error_type, answer.json.field]).toEqual([status, type, field]);
  }
  expect(await memoOf()).toBe('kept');
});

test.each([
  [v1, { people_only: 'true' }],
  [later, { people_only: 'true' }],
  [v3Guest, { people_only: 'true' }],
] as const)('$0.name: what is for people only is opened by no program', async (speaker, fields) => {
  const { secretKey } = await created(system.url, speaker, fields);
  expect((await d18.open(system.url, secretKey)).json.code).toBe('people_only');
});

test('a generated value is in the answer, and opens once', async () => {
  for (const base of ['/api/v2', '/api/v2/guest', '/api/v3/guest']) {
    const { json } = await post(system.url, `${base}/secret/generate`, { 'secret[ttl]': '600' });
    const { receipt, secret } = json.record;
    expect([secret.secret_value.length, receipt.kind, receipt.secret_ttl]).toEqual([12, 'generate', 600]);
    const again = await laterGuest.see(system.url, receipt.identifier);
    expect(again.json.details).toMatchObject({ secret_value: null, show_secret: false });
    expect(later.valueOf(await later.open(system.url, secret.identifier))).toBe(secret.secret_value);
  }
});

test('a look without continue opens nothing, and a status tells what is pending', async () => {
  const { secretKey } = await created(system.url, later, { passphrase: 'plum', ttl: '600' });
  const gone = await created(system.url, later);
  await later.open(system.url, gone.secretKey);
  const looked = await later.open(system.url, secretKey, { continue: '', passphrase: 'plum' });
  expect([looked.json.record.state, looked.json.details.show_secret]).toEqual(['new', false]);
  for (const base of ['/api/v2', '/api/v3']) {
    const [one, other, many] = [
      await ask(system.url, `${base}/secret/${secretKey}/status`),
      await ask(system.url, `${base}/secret/${gone.secretKey}/status`),
      await post(system.url, `${base}/secret/status`, { identifiers: `${gone.secretKey},${secretKey},${unknownKey}` }),
    ];
    const [status, statuses] =
      base === '/api/v2' ? [laterStatusAnswer, laterStatusesAnswer] : [v3Answers.laterStatus, v3Answers.laterStatuses];
    status.parse(one.json);
    expect(one.json.details.current_expiration).toBeGreaterThan(590);
    expect(other.json).toEqual({ success: true, record: { state: 'unknown' } });
    statuses.parse(many.json);
    expect([many.json.count, many.json.records[0].identifier]).toEqual([1, secretKey]);
  }
});

test('what is longer than the plan allows is refused, and not cut', async () => {
  const secret = 'a'.repeat(150_000);
  for (const speaker of [later, laterGuest, v3Guest]) {
    const { status, json } = await speaker.create(system.url, { secret });
    expect([status, json.error_type, json.field]).toEqual([422, 'FormError', 'secret']);
  }
  expect((await d18.create(system.url, { secret })).json.record.metadata.is_truncated).toBe(true);
});

test('our own answers tell what later clients look for', async () => {
  const { secretKey, metadataKey } = await created(system.url, d18, { ttl: '900' });
  const { record } = secretAnswer.parse((await ask(system.url, `/api/v2/secret/${secretKey}`)).json);
  expect(record).toMatchObject({ secret_ttl: 900, lifespan: 900, updated: record.created });
  const shown = privateAnswer.parse((await d18.see(system.url, metadataKey)).json);
  expect(shown.record).toMatchObject({
    shared: null,
    viewed: null,
    is_viewed: false,
    is_orphaned: false,
    secret_state: 'new',
    natural_expiration: '15 minutes',
    expiration_in_seconds: 900,
  });
  expect(shown.details.type).toBe('record');
  expect(shown.details.secret_realttl).toBeGreaterThan(890);
});

test.each(['receipt', 'metadata'])('the page /%s/{key} of others is ours', async (name) => {
  const { status, headers } = await ask(system.url, `/${name}/${unknownKey}`);
  expect([status, headers.location]).toEqual([302, `/private/${unknownKey}`]);
});

test('guest paths look at no credentials, right or wrong, and at no cookie', async () => {
  const { headers, browser } = await somebody();
  const wrong = { authorization: 'Basic bm9ib2R5Og==' };
  const cookie = { cookie: browser.cookie ?? '', 'accept-language': 'de' };
  for (const speaker of [laterGuest, v3Guest]) {
    for (const sent of [headers, wrong, { authorization: 'Bearer x' }, cookie]) {
      const { answer, metadataKey } = await created(system.url, speaker, {}, sent);
      if (speaker === laterGuest) expect(answer.json.custid).toBe('anon');
      expect(answer.headers['set-cookie']).toBeUndefined();
      const { record } = (await laterGuest.see(system.url, metadataKey, sent)).json;
      expect([record.memo, record.state]).toEqual([null, 'new']);
      const refused = await speaker.create(system.url, { recipient: 'tom@example.com' }, sent);
      expect([refused.status, refused.json.error]).toEqual([401, 'An account is required to send emails.']);
    }
  }
});

test('cookies do not count for receipts, statuses and v3; where they do, a form token is needed', async () => {
  const { browser } = await somebody();
  const cookie = { cookie: browser.cookie ?? '' };
  const { metadataKey, secretKey } = await created(system.url, later);
  for (const base of ['/api/v2', '/api/v3']) {
    const recent = await ask(system.url, `${base}/receipt/recent?locale=de`, { headers: cookie });
    expect([recent.status, recent.json.error_type]).toEqual([401, 'Unauthorized']);
    const status = await post(system.url, `${base}/secret/status`, { identifiers: secretKey, locale: 'de' }, cookie);
    expect([status.json.count, status.headers['set-cookie']]).toEqual([1, undefined]);
  }
  expect((await v3.create(system.url, {}, cookie)).json.error_type).toBe('Unauthorized');
  for (const foreign of [{}, { 'sec-fetch-site': 'cross-site' }]) {
    const created = await later.create(system.url, {}, { ...cookie, ...foreign });
    expect([created.status, created.json.code]).toEqual([422, 'csrf']);
    const opened = await later.open(system.url, secretKey, {}, { ...cookie, ...foreign });
    expect([opened.status, opened.json.code]).toEqual([422, 'csrf']);
  }
  const seen = await later.see(system.url, metadataKey, cookie);
  expect(seen.json.record.state).toBe('new');
  // A page or an extension of somebody else`s that brings no cookie is a visitor.
  const extension = { origin: 'chrome-extension://abcdefghijklmnop', 'sec-fetch-site': 'cross-site' };
  for (const speaker of [v1, later, laterGuest, v3Guest]) await created(system.url, speaker, {}, extension);
  expect((await d18.create(system.url, {}, extension)).json.code).toBe('csrf');
});

test('a claim token works as ever', async () => {
  const mine = { 'idempotency-key': claimToken() };
  const { secretKey } = await created(system.url, laterGuest, {}, mine);
  const again = await laterGuest.create(system.url, {}, mine);
  expect([again.headers['idempotent-replayed'], again.json.record.secret.identifier]).toEqual(['true', secretKey]);
  const other = await laterGuest.create(system.url, { ttl: '60' }, mine);
  expect([other.status, other.json.code]).toEqual([422, 'idempotency_mismatch']);
});

test('a share domain that is not the caller`s, or none at all', async () => {
  const { headers } = await somebody();
  for (const [share_domain, status, type, field] of [
    ['links.example', 403, 'Forbidden', undefined],
    ['no host', 422, 'FormError', 'share_domain'],
  ] as const) {
    const { status: told, json } = await later.create(system.url, { share_domain }, headers);
    expect([told, json.error_type, json.field]).toEqual([status, type, field]);
  }
  const own = await later.create(system.url, { share_domain: new URL(system.url).host }, headers);
  expect([own.status, own.json.record.share_domain]).toEqual([200, null]);
});

test('nested JSON as apps send it', async () => {
  const secret = { secret: 'tea', ttl: 3600, passphrase: null, recipient: [], share_domain: '', kind: 'share' };
  const { json } = await postJson(system.url, '/api/v2/secret/conceal', { secret });
  expect(json).toMatchObject({ success: true, record: { metadata: { secret_ttl: 3600 } } });
});
