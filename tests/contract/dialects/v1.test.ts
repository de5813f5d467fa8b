import { v1Object, v1RecentAnswer, v1StatusAnswer } from '@onceover/schema/rest/v1';
import { expect, test } from 'vitest';
import { ask, post, postJson } from '../../support/http.ts';
import { created, d18, expectLife, hearDialects, v1 } from '../support/dialects.ts';
import { expectApiHeaders } from '../support/expectations.ts';
import { claimToken, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

hearDialects();

const system = systemOfThisFile();

test('the whole life of a secret of a visitor, and of a customer', async () => {
  await expectLife(system.url, v1);
  const person = await system.people.customer();
  await expectLife(system.url, v1, { authorization: await system.people.apiToken(person) });
});

test('what is made says how long it lives, in whole seconds, in the headers of every API', async () => {
  for (const [path, fields] of [
    ['share', { secret: 'a', ttl: '3600.9' }],
    ['create', { secret: 'a', ttl: '3600' }],
    ['generate', { secret: 'ignored', ttl: '3600' }],
  ] as const) {
    const answer = await post(system.url, `/api/v1/${path}`, fields, { 'accept-language': 'de' });
    expectApiHeaders(answer, 'de');
    const body = v1Object.parse(answer.json);
    expect(body).toMatchObject({ custid: 'anon', state: 'new', ttl: 3600, secret_ttl: 3600 });
    expect(answer.text).not.toMatch(/:\s*\d+\.\d/);
    expect(body.value?.length).toBe(path === 'generate' ? 12 : undefined);
    const value = v1.valueOf(await v1.open(system.url, body.secret_key ?? ''));
    expect(value).toBe(body.value ?? 'a');
    expect(body.metadata_url).toBe(`${system.url}/private/${body.metadata_key}`);
  }
});

test('fields come by query, by JSON, or in a body without a type; an empty body has none', async () => {
  const { url } = system;
  const inQuery = await ask(url, '/api/v1/share?secret=tea&ttl=300&passphrase=plum', { method: 'POST' });
  expect(inQuery.json).toMatchObject({ ttl: 300, passphrase_required: true });
  const untyped = await ask(url, '/api/v1/share?secret=query&ttl=', { body: 'secret=body&passphrase=' });
  expect(untyped.json).toMatchObject({ ttl: 604_800, passphrase_required: false });
  expect(v1.valueOf(await v1.open(url, untyped.json.secret_key))).toBe('body');
  const json = await postJson(url, '/api/v1/share', { secret: 'tea', ttl: 600.5, passphrase: null, recipient: [] });
  expect(json.json).toMatchObject({ ttl: 600, passphrase_required: false, recipient: [] });
  const headers = { 'content-type': 'application/json' };
  const burned = await ask(url, `/api/v1/private/${json.json.metadata_key}/burn`, {
    method: 'POST',
    headers,
    body: '',
  });
  expect(burned.json.state.state).toBe('burned');
});

test('recents are their owner`s, by handles that open nothing for others', async () => {
  const person = await system.people.customer();
  const headers = { authorization: await system.people.apiToken(person) };
  const first = await created(system.url, v1, {}, headers);
  const { answer } = await created(system.url, v1, { recipient: 'tom@example.com' }, headers);
  expect(answer.json).toMatchObject({ custid: person.email, recipient: ['to*****@e*****.com'] });
  await v1.open(system.url, first.secretKey);
  await system.drain();
  for (const name of ['private', 'metadata', 'receipt']) {
    const { json } = await ask(system.url, `/api/v1/${name}/recent`, { headers });
    expect(v1RecentAnswer.parse(json).map(({ state, custid }) => [state, custid])).toEqual([
      ['received', person.email],
      ['new', person.email],
    ]);
    const handle = json[1].metadata_key;
    expect((await v1.see(system.url, handle, headers)).json).toMatchObject({ custid: person.email, state: 'new' });
    expect((await v1.see(system.url, handle)).json).toMatchObject({ secret_key: handle, message: 'Unknown secret' });
  }
  // A stranger with the metadata key is told everything but whose it is.
  expect((await v1.see(system.url, first.metadataKey)).json).toMatchObject({ custid: '', state: 'received' });
});

test('cookies never count, none is set, and no form token is asked for', async () => {
  const person = await system.people.customer();
  const { browser } = person;
  await browser.get('/api/v2/authcheck');
  const cookie = browser.cookie ?? '';
  expect((await d18.create(system.url, {}, { cookie })).json.code).toBe('csrf');
  for (const headers of [{ cookie }, { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }]) {
    const { answer, metadataKey, secretKey } = await created(system.url, v1, { locale: 'de' }, headers);
    expect([answer.json.custid, answer.headers['set-cookie']]).toEqual(['anon', undefined]);
    expect((await v1.see(system.url, metadataKey, headers)).json.custid).toBe('anon');
    expect(v1.valueOf(await v1.open(system.url, secretKey, {}, headers))).toBe('tea at 5?');
    const recent = await ask(system.url, '/api/v1/private/recent?locale=de', { headers });
    expect([recent.status, recent.json.message]).toEqual([404, 'Not authorized']);
  }
});

test('the same claim token gives the same answer again', async () => {
  const mine = { 'idempotency-key': claimToken() };
  const once = await v1.create(system.url, {}, mine);
  const again = await v1.create(system.url, {}, mine);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.json.secret_key).toBe(once.json.secret_key);
  const opening = { 'idempotency-key': claimToken() };
  for (const replayed of [undefined, 'true']) {
    const answer = await v1.open(system.url, once.json.secret_key, {}, opening);
    expect([v1.valueOf(answer), answer.headers['idempotent-replayed']]).toEqual(['tea at 5?', replayed]);
  }
  expect((await v1.open(system.url, once.json.secret_key)).json.message).toBe('Unknown secret');
});

test('what clients compare, word by word', async () => {
  const { url } = system;
  const token = { authorization: 'Basic bmluYUBleGFtcGxlLmNvbTp4' };
  for (const [answer, body] of [
    [await post(url, '/api/v1/share', { secret: '' }), { message: 'You did not provide anything to share' }],
    [await post(url, '/api/v1/share', { secret: 'a' }, token), { message: 'Not authorized' }],
    [await post(url, `/api/v1/secret/${unknownKey}`, {}), { secret_key: unknownKey, message: 'Unknown secret' }],
    // There is no such call: it is a key.
    [await post(url, '/api/v1/private/recent', {}), { secret_key: 'recent', message: 'Unknown secret' }],
    [await ask(url, '/api/v1/authcheck'), { message: 'Not authorized' }],
    [await ask(url, '/api/v1/share'), { error: 'Not Found', message: 'Not Found' }],
    [
      await post(url, '/api/v1/share', { secret: 'a', recipient: 'tom@example.com' }),
      { message: 'An account is required to send emails.' },
    ],
  ] as const) {
    const { code, ...told } = answer.json;
    expect([answer.status, told, typeof code]).toEqual([404, body, 'string']);
  }
});

test('the status is up', async () => {
  const { json } = await ask(system.url, '/api/v1/status');
  expect(v1StatusAnswer.parse(json)).toEqual({ status: 'nominal', locale: 'en' });
});
