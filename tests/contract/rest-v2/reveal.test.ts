import { revealAnswer, unconfirmedRevealAnswer } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import { post, postJson } from '../../support/http.ts';
import { expectFailure, expectOk, expectShrimp, expectUnknownSecret } from '../support/expectations.ts';
import { burn, claimToken, conceal, look, reveal, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const wrongPassphrase = { status: 400, code: 'bad_passphrase', message: 'Double check that passphrase' };

test('a secret opens once and is gone', async () => {
  const { secretKey, secretShortkey } = await conceal(system.url, { secret: 'tea at 5?' });
  const answer = await reveal(system.url, secretKey);
  const { record, details } = expectOk(answer, revealAnswer);
  expect(record).toMatchObject({ key: secretKey, shortkey: secretShortkey, state: 'received', original_size: 9 });
  expect(record).toMatchObject({ is_truncated: false, has_passphrase: false, secret_value: 'tea at 5?' });
  expect(details).toMatchObject({ correct_passphrase: false, display_lines: 4, one_liner: true });
  expect(answer.headers['idempotent-replayed']).toBeUndefined();
  expectUnknownSecret(await reveal(system.url, secretKey), secretKey);
  expectUnknownSecret(await look(system.url, secretKey), secretKey);
});

test('long texts get more lines', async () => {
  const { secretKey } = await conceal(system.url, { secret: `${'x'.repeat(160)}\na\nb` });
  const { details } = expectOk(await reveal(system.url, secretKey), revealAnswer);
  expect(details).toMatchObject({ display_lines: 8, one_liner: false });
});

test('without continue it is only a look: nothing is opened, and no passphrase is checked', async () => {
  const { secretKey } = await conceal(system.url, { passphrase: 'plum' });
  for (const fields of [{}, { continue: '' }, { continue: 'false', passphrase: 'plum' }, { continue: 'TRUE' }]) {
    const answer = await post(system.url, `/api/v2/secret/${secretKey}`, fields as Record<string, string>);
    expect(expectOk(answer, unconfirmedRevealAnswer).details.correct_passphrase).toBe(false);
  }
  expect((await reveal(system.url, secretKey, { passphrase: 'plum' })).status).toBe(200);
});

test('JSON true confirms as well as the text', async () => {
  const { secretKey } = await conceal(system.url);
  const answer = await postJson(system.url, `/api/v2/secret/${secretKey}`, { continue: true });
  expect(expectOk(answer, revealAnswer).record.secret_value).toBe('tea at 5?');
});

test('continue may be in the query or in the body', async () => {
  const { secretKey } = await conceal(system.url);
  const answer = await post(system.url, `/api/v2/secret/${secretKey}?continue=true`, {});
  expect(expectOk(answer, revealAnswer).record.secret_value).toBe('tea at 5?');
});

test('a wrong or missing passphrase uses up nothing; the right one opens', async () => {
  const { secretKey } = await conceal(system.url, { passphrase: 'plum' });
  for (const fields of [{}, { passphrase: '' }, { passphrase: 'Plum' }, { passphrase: 'plum ' }]) {
    const answer = await reveal(system.url, secretKey, fields as Record<string, string>);
    expectFailure(answer, wrongPassphrase);
    expectShrimp(answer, true);
  }
  const { details } = expectOk(await reveal(system.url, secretKey, { passphrase: 'plum' }), revealAnswer);
  expect(details.correct_passphrase).toBe(true);
});

test('after five wrong passphrases even the right one has to wait, and the secret stays', async () => {
  const { secretKey, metadataKey } = await conceal(system.url, { passphrase: 'plum' });
  for (let tries = 0; tries < 5; tries += 1) {
    expectFailure(await reveal(system.url, secretKey, { passphrase: 'pear' }), wrongPassphrase);
  }
  const limited = await reveal(system.url, secretKey, { passphrase: 'plum' });
  expectFailure(limited, { status: 400, code: 'rate_limited', message: 'Cripes! You have been rate limited.' });
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(60);
  const burned = await burn(system.url, metadataKey, { passphrase: 'plum' });
  expect([burned.status, burned.json.code]).toEqual([400, 'rate_limited']);
  expect((await look(system.url, secretKey)).status).toBe(200);
});

test('the same claimant may fetch again three times, without the passphrase; nobody else may', async () => {
  const { secretKey } = await conceal(system.url, { passphrase: 'plum' });
  const mine = { 'idempotency-key': claimToken() };
  const first = await reveal(system.url, secretKey, { passphrase: 'plum' }, mine);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expectUnknownSecret(await reveal(system.url, secretKey, { passphrase: 'plum' }), secretKey);
  const other = { 'idempotency-key': claimToken() };
  expectUnknownSecret(await reveal(system.url, secretKey, { passphrase: 'plum' }, other), secretKey);
  for (let repeats = 0; repeats < 3; repeats += 1) {
    const again = await reveal(system.url, secretKey, {}, mine);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(expectOk(again, revealAnswer).record).toEqual(first.json.record);
  }
  expectUnknownSecret(await reveal(system.url, secretKey, {}, mine), secretKey);
});

test('a malformed Idempotency-Key is refused before anything is opened', async () => {
  const { secretKey } = await conceal(system.url);
  for (const key of ['short', 'x'.repeat(300), `${'x'.repeat(30)}=`]) {
    expectFailure(await reveal(system.url, secretKey, {}, { 'idempotency-key': key }), {
      status: 400,
      code: 'bad_idempotency_key',
      message: 'Malformed Idempotency-Key',
    });
  }
  expect((await reveal(system.url, secretKey)).status).toBe(200);
});

test('unknown, burned, expired and malformed keys get the same answer', async () => {
  const burned = await conceal(system.url);
  await burn(system.url, burned.metadataKey);
  const expired = await conceal(system.url);
  await system.tables.expireNow(expired.secretShortkey);
  for (const key of [unknownKey, burned.secretKey, expired.secretKey, 'short']) {
    const answer = await reveal(system.url, key, { passphrase: 'x' });
    expectUnknownSecret(answer, key);
    expectShrimp(answer, true);
  }
});

test('a passphrase that is too long counts as wrong', async () => {
  const { secretKey } = await conceal(system.url, { passphrase: 'plum' });
  expectFailure(await reveal(system.url, secretKey, { passphrase: 'x'.repeat(5000) }), wrongPassphrase);
});

test('an object in place of a passphrase opens nothing', async () => {
  const { secretKey } = await conceal(system.url);
  const answer = await postJson(system.url, `/api/v2/secret/${secretKey}`, { continue: true, passphrase: {} });
  expectFailure(answer, { status: 400, code: 'bad_payload', message: 'Incorrect payload format' });
  expect((await look(system.url, secretKey)).status).toBe(200);
});
