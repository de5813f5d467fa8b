import { secretAnswer } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import { ask } from '../../support/http.ts';
import { expectOk, expectShrimp, expectUnknownSecret } from '../support/expectations.ts';
import { burn, conceal, look, reveal, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

test('looking shows what a recipient may know before opening', async () => {
  const { secretKey, secretShortkey } = await conceal(system.url);
  const { record, details } = expectOk(await look(system.url, secretKey), secretAnswer);
  expect(record).toMatchObject({ key: secretKey, secret_key: secretKey, identifier: secretKey });
  expect(record).toMatchObject({ shortkey: secretShortkey, has_passphrase: false, is_owner: false });
  expect(record.share_domain).toBe(system.url);
  expect(details.correct_passphrase).toBe(true);
});

test('looking shows whether a passphrase is needed', async () => {
  const { secretKey } = await conceal(system.url, { passphrase: 'plum' });
  const { record, details } = expectOk(await look(system.url, secretKey), secretAnswer);
  expect(record.has_passphrase).toBe(true);
  expect(details.correct_passphrase).toBe(false);
});

test('however and however often people look, the secret stays and its content does not leave', async () => {
  const { secretKey } = await conceal(system.url, { secret: 'canary text' });
  const path = `/api/v2/secret/${secretKey}`;
  const looks = [
    () => ask(system.url, path),
    () => ask(system.url, `${path}?continue=true&passphrase=x`),
    () => ask(system.url, `${path}/`),
    () => ask(system.url, path, { method: 'HEAD' }),
    () => ask(system.url, path, { headers: { 'sec-purpose': 'prefetch' } }),
    () => ask(system.url, path, { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } }),
    () => ask(system.url, `/secret/${secretKey}`),
  ];
  for (const lookAgain of looks) {
    const answer = await lookAgain();
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('canary');
  }
  const gone = await ask(system.url, path, { method: 'OPTIONS' });
  expect([gone.status, gone.json.code]).toEqual([404, 'not_found']);
  expect((await reveal(system.url, secretKey)).json.record.secret_value).toBe('canary text');
});

test('HEAD answers like GET, without the body', async () => {
  const { secretKey } = await conceal(system.url);
  const path = `/api/v2/secret/${secretKey}`;
  const [got, head] = [await ask(system.url, path), await ask(system.url, path, { method: 'HEAD' })];
  expect(head.text).toBe('');
  expect(head.headers['content-length']).toBe(got.headers['content-length']);
});

test('every key that opens nothing gets the same answer, whatever the reason', async () => {
  const received = await conceal(system.url);
  await reveal(system.url, received.secretKey);
  const burned = await conceal(system.url);
  await burn(system.url, burned.metadataKey);
  const expired = await conceal(system.url);
  await system.tables.expireNow(expired.secretShortkey);
  const keys = [unknownKey, received.secretKey, burned.secretKey, expired.secretKey, burned.metadataKey];
  const shapes = new Set<string>();
  for (const key of keys) {
    const answer = await look(system.url, key);
    expectUnknownSecret(answer, key);
    expectShrimp(answer, false);
    const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
    shapes.add(JSON.stringify([answer.text.replace(key, ''), headers]));
  }
  expect(shapes.size).toBe(1);
});

test.each([
  ['short', 'short'],
  ['UPPER0123456789abcdefghijklmnopq', 'UPPER0123456789abcdefghijklmnopq'],
  ['x'.repeat(200), 'x'.repeat(64)],
  ['%3Cscript%3E', '<script>'],
  ['%E2%9C%93', '✓'],
  [`${unknownKey}%00`, `${unknownKey}\0`],
])('a malformed key is unknown: %s', async (path, shown) => {
  expectUnknownSecret(await look(system.url, path), shown);
});
