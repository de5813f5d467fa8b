import { burnAnswer } from '@onceover/schema/rest/metadata';
import { expect, test } from 'vitest';
import { post, postJson } from '../../support/http.ts';
import { expectFailure, expectOk, expectShrimp, expectUnknownSecret } from '../support/expectations.ts';
import { burn, conceal, look, reveal, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const notBurned = { status: 400, code: 'not_burned', message: 'Secret could not be burned.' };
const wrongPassphrase = { status: 400, code: 'bad_passphrase', message: 'Double check that passphrase' };

test('a burned secret is gone for everyone', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  const { record, details } = expectOk(await burn(system.url, metadataKey), burnAnswer);
  expect(record).toMatchObject({ key: metadataKey, state: 'burned', is_burned: true, is_destroyed: true });
  expect(record.share_url).toBeNull();
  const { metadata, ...same } = record;
  expect(metadata).toEqual(same);
  expect(details).toEqual({});
  expectUnknownSecret(await look(system.url, secretKey), secretKey);
  expectUnknownSecret(await reveal(system.url, secretKey), secretKey);
});

test('burning must be confirmed', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  for (const fields of [{}, { continue: 'false' }]) {
    const answer = await post(system.url, `/api/v2/private/${metadataKey}/burn`, fields as Record<string, string>);
    expectFailure(answer, notBurned);
    expectShrimp(answer, true);
  }
  expect((await look(system.url, secretKey)).status).toBe(200);
  expectOk(await postJson(system.url, `/api/v2/private/${metadataKey}/burn`, { continue: true }), burnAnswer);
});

test('a secret that was received, burned or expired cannot be burned', async () => {
  const received = await conceal(system.url);
  await reveal(system.url, received.secretKey);
  const burned = await conceal(system.url);
  await burn(system.url, burned.metadataKey);
  const expired = await conceal(system.url);
  await system.tables.expireNow(expired.secretShortkey);
  for (const { metadataKey } of [received, burned, expired]) {
    expectFailure(await burn(system.url, metadataKey), notBurned);
  }
});

test('a secret with a passphrase can be burned only with it', async () => {
  const { secretKey, metadataKey } = await conceal(system.url, { passphrase: 'plum' });
  for (const fields of [{}, { passphrase: '' }, { passphrase: 'pear' }]) {
    expectFailure(await burn(system.url, metadataKey, fields as Record<string, string>), wrongPassphrase);
  }
  expect((await look(system.url, secretKey)).status).toBe(200);
  expectOk(await burn(system.url, metadataKey, { passphrase: 'plum' }), burnAnswer);
});

test('keys that open nothing all get the same answer; a secret key burns nothing', async () => {
  const { secretKey } = await conceal(system.url);
  for (const key of [unknownKey, secretKey, 'short']) {
    const answer = await burn(system.url, key);
    expectUnknownSecret(answer, key);
    expectShrimp(answer, true);
  }
  expect((await look(system.url, secretKey)).status).toBe(200);
});
