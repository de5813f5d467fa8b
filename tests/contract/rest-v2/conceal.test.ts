import { concealAnswer } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import { ask, post, postJson } from '../../support/http.ts';
import { expectFailure, expectOk, expectPlainError, expectShrimp } from '../support/expectations.ts';
import { CONCEAL, claimToken, look, reveal } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

async function concealed(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  return expectOk(await post(system.url, CONCEAL, fields, headers), concealAnswer);
}

test('a text is shared for a week under a link that conceal returns', async () => {
  const { record, details, custid } = await concealed({ secret: 'tea at 5?' });
  expect(custid).toBe('anon');
  expect(details).toEqual({ kind: 'share', recipient: [], recipient_safe: [], ttl_adjusted: false });
  expect(record.share_domain).toBeNull();
  const { metadata, secret } = record;
  expect(metadata).toMatchObject({ state: 'new', custid: 'anon', secret_ttl: 604_800, expiration_stamp: '7 days' });
  expect(metadata).toMatchObject({ share_domain: null, recipients: null, show_recipients: false, received: null });
  expect(metadata.share_url).toBe(`${system.url}/secret/${secret.key}`);
  expect(metadata.metadata_url).toBe(`${system.url}/private/${metadata.key}`);
  expect(metadata.burn_url).toBe(`${system.url}/private/${metadata.key}/burn`);
  expect(metadata.expiration - metadata.created).toBe(604_800);
  expect(secret).toMatchObject({ state: 'new', original_size: 9, is_truncated: false, has_passphrase: false });
  expect(secret).toMatchObject({ secret_ttl: 604_800, lifespan: 604_800, verification: false });
  expect(secret.secret_value).toBeUndefined();
  expect(metadata.secret_shortkey).toBe(secret.shortkey);
  expect(metadata.key).not.toContain(metadata.shortkey);
});

test('a generated value is shown once, by conceal, and is what the link opens', async () => {
  const { record, details } = await concealed({ kind: 'generate', secret: 'ignored' });
  expect(details.kind).toBe('generate');
  expect(record.secret.secret_value).toMatch(/^[a-zA-Z0-9*$!?()]{12}$/);
  expect(record.secret.secret_value).not.toMatch(/[ilo10]/);
  expect((await reveal(system.url, record.secret.key)).json.record.secret_value).toBe(record.secret.secret_value);
});

test.each([
  ['300', 300, false],
  ['3600.9', 3600, false],
  ['1', 300, true],
  ['59', 300, true],
  ['60', 60, false],
  ['9999999999', 604_800, true],
  ['', 604_800, false],
  ['0', 604_800, false],
  ['-1', 604_800, false],
  ['soon', 604_800, false],
])('asking for "%s" seconds gives %s', async (ttl, seconds, isAdjusted) => {
  const { record, details } = await concealed({ secret: 'a', ttl });
  expect(record.metadata.secret_ttl).toBe(seconds);
  expect(details.ttl_adjusted).toBe(isAdjusted);
});

test('a text over the limit, counted in characters, is cut, and conceal says so', async () => {
  const { record } = await concealed({ secret: '🫖'.repeat(10_001) });
  expect(record.secret).toMatchObject({ is_truncated: true, original_size: 10_001 });
  expect(record.metadata.is_truncated).toBe(true);
  const { json } = await reveal(system.url, record.secret.key);
  expect(json.record.secret_value).toBe('🫖'.repeat(10_000));
});

test('white space counts as text, and comes back byte for byte', async () => {
  const text = ' \t\r\n\u0000 א\u202e🫖 ';
  const { record } = await concealed({ secret: text });
  expect((await reveal(system.url, record.secret.key)).json.record.secret_value).toBe(text);
});

test('nothing to share is refused', async () => {
  const wanted = { status: 400, code: 'empty_secret', message: 'You did not provide anything to share' };
  for (const body of ['', 'secret=', 'other=1', 'secret[]=']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await ask(system.url, CONCEAL, { body, method: 'POST', headers });
    expectFailure(answer, wanted);
    expectShrimp(answer, true);
  }
});

test('a passphrase may have at most 256 characters', async () => {
  const longest = await concealed({ secret: 'a', passphrase: '🫖'.repeat(256) });
  expect(longest.record.secret.has_passphrase).toBe(true);
  expectFailure(await post(system.url, CONCEAL, { secret: 'a', passphrase: 'x'.repeat(257) }), {
    status: 400,
    code: 'long_passphrase',
    message: 'Passphrase is too long (limit 256 characters)',
  });
});

test('an empty passphrase is no passphrase', async () => {
  expect((await concealed({ secret: 'a', passphrase: '' })).record.secret.has_passphrase).toBe(false);
});

test('emailing a link needs an account; empty recipients are no recipients', async () => {
  const wanted = { status: 400, code: 'account_required', message: 'An account is required to send emails.' };
  expectFailure(await post(system.url, CONCEAL, { secret: 'a', 'recipient[]': 'nina@example.com' }), wanted);
  expectFailure(await postJson(system.url, CONCEAL, { secret: 'a', recipient: ['nina@example.com'] }), wanted);
  const { details } = await concealed({ secret: 'a', 'recipient[]': '', recipient: '' });
  expect(details.recipient).toEqual([]);
});

test('a share domain must be a host name and belong to the caller; the site itself does not count', async () => {
  expectFailure(await post(system.url, CONCEAL, { secret: 'a', share_domain: 'not a host' }), {
    status: 400,
    code: 'bad_share_domain',
    message: 'Invalid share domain (not a host)',
  });
  expectPlainError(await post(system.url, CONCEAL, { secret: 'a', share_domain: 'once.acme.example' }), {
    status: 404,
    code: 'domain_not_found',
    message: 'Domain not found once.acme.example',
  });
  const own = await concealed({ secret: 'a', share_domain: new URL(system.url).host });
  expect(own.record.share_domain).toBeNull();
});

test('an object in place of a text is refused', async () => {
  const wanted = { status: 400, code: 'bad_payload', message: 'Incorrect payload format' };
  expectFailure(await postJson(system.url, CONCEAL, { secret: 'a', passphrase: { a: 'b' } }), wanted);
  expectFailure(await post(system.url, CONCEAL, { secret: 'a', 'passphrase[a]': 'b' }), wanted);
});

test('of a secret both as a text and as an object neither is taken', async () => {
  for (const answer of [
    await post(system.url, CONCEAL, { secret: 'a', 'secret[secret]': 'b' }),
    await post(system.url, CONCEAL, { 'secret[secret]': 'b', 'secret[passphrase]': 'plum', secret: '' }),
  ]) {
    expect([answer.status, answer.json.message]).toEqual([422, 'Incorrect payload format']);
  }
});

test('form, JSON and multipart mean the same', async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="secret"\r\n\r\ntea 🫖\r\n--x--\r\n';
  const answers = [
    await post(system.url, CONCEAL, { secret: 'tea 🫖', utf8: '✓', token: 'unknown' }),
    await postJson(system.url, CONCEAL, { secret: 'tea 🫖', unknown: { deep: [1] } }),
    await ask(system.url, CONCEAL, { body, headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
    await ask(system.url, `${CONCEAL}?secret=${encodeURIComponent('tea 🫖')}`, { method: 'POST' }),
    await ask(system.url, `${CONCEAL}/`, {
      body: '{"secret":["a","tea 🫖"]}',
      headers: { 'content-type': 'application/json' },
    }),
  ];
  for (const answer of answers) {
    const { record } = expectOk(answer, concealAnswer);
    expect((await reveal(system.url, record.secret.key)).json.record.secret_value).toBe('tea 🫖');
  }
});

test('with its own key, a retry returns the same answer and stores nothing new', async () => {
  const key = { 'idempotency-key': claimToken() };
  const fields = { secret: 'once', ttl: '300' };
  const first = await post(system.url, CONCEAL, fields, key);
  const second = await post(system.url, CONCEAL, fields, key);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(second.headers['idempotent-replayed']).toBe('true');
  const keysOf = (answer: typeof first) => {
    const { record } = expectOk(answer, concealAnswer);
    return [record.secret.key, record.metadata.key, record.metadata.created];
  };
  expect(keysOf(second)).toEqual(keysOf(first));
});

test('a retry of a generated secret returns the same value', async () => {
  const key = { 'idempotency-key': claimToken() };
  const first = await concealed({ kind: 'generate' }, key);
  const second = await concealed({ kind: 'generate' }, key);
  expect(second.record.secret.secret_value).toBe(first.record.secret.secret_value);
});

test('the same key with other fields is refused', async () => {
  const key = { 'idempotency-key': claimToken() };
  await concealed({ secret: 'one' }, key);
  const answer = await post(system.url, CONCEAL, { secret: 'two' }, key);
  expect([answer.status, answer.json.code]).toEqual([400, 'idempotency_mismatch']);
  expectShrimp(answer, true);
});

test('after its secret is opened, a key is no longer answered', async () => {
  const key = { 'idempotency-key': claimToken() };
  const { record } = await concealed({ secret: 'one' }, key);
  await reveal(system.url, record.secret.key);
  const answer = await post(system.url, CONCEAL, { secret: 'one' }, key);
  expect([answer.status, answer.json.code]).toEqual([400, 'idempotency_expired']);
});

test.each(['short', 'x'.repeat(256), `${'x'.repeat(22)}!`, `${'x'.repeat(22)} ${'x'.repeat(22)}`])(
  'a malformed Idempotency-Key is refused: %s',
  async (key) => {
    expectFailure(await post(system.url, CONCEAL, { secret: 'a' }, { 'idempotency-key': key }), {
      status: 400,
      code: 'bad_idempotency_key',
      message: 'Malformed Idempotency-Key',
    });
  },
);

test('a refused secret is not stored', async () => {
  const before = await system.tables.pendingContent();
  await post(system.url, CONCEAL, { secret: 'a', passphrase: 'x'.repeat(257) });
  await post(system.url, CONCEAL, { secret: 'a' }, { 'idempotency-key': 'short' });
  await post(system.url, CONCEAL, { secret: 'a' }, { authorization: 'Basic eDp5' });
  expect(await system.tables.pendingContent()).toEqual(before);
});

test('a concealed secret can be looked at immediately', async () => {
  const { record } = await concealed({ secret: 'a' });
  expect((await look(system.url, record.secret.key)).status).toBe(200);
});
