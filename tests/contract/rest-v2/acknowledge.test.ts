import { privateAnswer } from '@onceover/schema/rest/metadata';
import { acknowledgeAnswer } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import { post } from '../../support/http.ts';
import { expectFailure, expectOk, expectUnknownSecret } from '../support/expectations.ts';
import { claimToken, conceal, reveal, showPrivate, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

function acknowledge(key: string, headers: Readonly<Record<string, string>> = {}) {
  return post(system.url, `/api/v2/secret/${key}/acknowledge`, {}, headers);
}

async function deliveryConfirmed(metadataKey: string) {
  return expectOk(await showPrivate(system.url, metadataKey), privateAnswer).details.delivery_confirmed;
}

test('acknowledging ends redelivery, and the creator sees it', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  expect(await deliveryConfirmed(metadataKey)).toBeNull();
  const mine = { 'idempotency-key': claimToken() };
  await reveal(system.url, secretKey, {}, mine);
  expect(await deliveryConfirmed(metadataKey)).toBe(false);
  expectOk(await acknowledge(secretKey, mine), acknowledgeAnswer);
  expect(await deliveryConfirmed(metadataKey)).toBe(true);
  expectUnknownSecret(await reveal(system.url, secretKey, {}, mine), secretKey);
});

test('nobody else can end redelivery', async () => {
  const { secretKey } = await conceal(system.url);
  const mine = { 'idempotency-key': claimToken() };
  await reveal(system.url, secretKey, {}, mine);
  expectOk(await acknowledge(secretKey, { 'idempotency-key': claimToken() }), acknowledgeAnswer);
  expectOk(await acknowledge(secretKey), acknowledgeAnswer);
  expect((await reveal(system.url, secretKey, {}, mine)).status).toBe(200);
});

test('unknown and unopened keys get the same answer, and nothing happens to their secrets', async () => {
  const { secretKey } = await conceal(system.url);
  for (const key of [unknownKey, 'short', secretKey]) {
    const answer = await acknowledge(key, { 'idempotency-key': claimToken() });
    const { shrimp: _shrimp, ...body } = expectOk(answer, acknowledgeAnswer);
    expect(body).toEqual({ success: true, custid: 'anon' });
  }
  expect((await reveal(system.url, secretKey)).status).toBe(200);
});

test('a malformed Idempotency-Key is refused', async () => {
  expectFailure(await acknowledge(unknownKey, { 'idempotency-key': 'short' }), {
    status: 400,
    code: 'bad_idempotency_key',
    message: 'Malformed Idempotency-Key',
  });
});
