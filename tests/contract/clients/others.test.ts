import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import util from 'node:util';
import { expect, test } from 'vitest';
import { textOf } from '../../support/run-command.ts';
import { unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

/** What the package from npm answers, as far as it is looked at. */
interface V1 {
  readonly custid: string;
  readonly metadata_key: string;
  readonly secret_key: string;
  readonly share_link: string;
  readonly value: string;
  readonly state: string;
  readonly recipient: readonly string[];
  readonly passphrase_required: boolean;
}
interface Wish {
  readonly passphrase?: string;
  readonly ttl?: number;
  readonly recipient?: string;
}
interface OneTimeSecretApi {
  status(): Promise<boolean>;
  share(secret: string, wish?: Wish): Promise<V1>;
  shareLink(secret: string, wish?: Wish): Promise<string>;
  generate(wish?: Wish): Promise<V1>;
  retrieveSecret(key: string, wish?: Wish): Promise<V1>;
  retrieve_secret(key: string, wish?: Wish): Promise<V1>;
  retrieveMetadata(key: string): Promise<V1>;
  retrieve_metadata(key: string): Promise<V1>;
  burn(key: string): Promise<{ readonly state: V1; readonly secret_shortkey: string }>;
  recentMetadata(): Promise<readonly V1[]>;
  recent_metadata(): Promise<readonly V1[]>;
}
interface OnetimesecretApi {
  readonly OneTimeSecretApi: new (user: string, key: string, options: { readonly url: string }) => OneTimeSecretApi;
  readonly NotAuthorizedError: new () => Error;
  readonly UnknownSecretError: new () => Error;
}

// Node 23 has taken it away; the package was written for Node 8 and calls it everywhere.
Object.assign(util, { isUndefined: (value: unknown) => value === undefined });
const require = createRequire(import.meta.url);
// Its own sources would be read for its types, and they are not as strict as ours. Its `main` names a source, too.
const onetimesecretApi: OnetimesecretApi = require('onetimesecret-api/index.js');
const { NotAuthorizedError, OneTimeSecretApi, UnknownSecretError } = onetimesecretApi;

/** A customer's own client from npm, with their credentials. */
async function customersApi() {
  const person = await system.people.customer();
  const { custid, token } = await credentialsOf(person);
  return { custid, api: new OneTimeSecretApi(custid, token, { url: system.url }) };
}

async function credentialsOf(person: Parameters<typeof system.people.apiToken>[0]) {
  const [custid = '', token = ''] = atob((await system.people.apiToken(person)).slice('Basic '.length)).split(':');
  return { custid, token };
}

test('onetimesecret-api: the status is up', async () => {
  const { api } = await customersApi();
  expect(await api.status()).toBe(true);
});

test('onetimesecret-api: a secret is shared, seen in its metadata, opened once and then received', async () => {
  const { api, custid } = await customersApi();
  const shared = await api.share('tea at 5? ☕ &=+%', { ttl: 3600 });
  expect(shared).toMatchObject({
    custid,
    state: 'new',
    ttl: 3600,
    secret_ttl: 3600,
    recipient: [],
    passphrase_required: false,
    share_link: `${system.url}/secret/${shared.secret_key}`,
  });
  expect(await api.retrieveMetadata(shared.metadata_key)).toMatchObject({
    state: 'new',
    secret_key: shared.secret_key,
    share_link: shared.share_link,
    passphrase_required: false,
  });
  expect(await api.retrieveSecret(shared.secret_key)).toMatchObject({
    value: 'tea at 5? ☕ &=+%',
    secret_key: shared.secret_key,
  });
  await expect(api.retrieveSecret(shared.secret_key)).rejects.toThrow(UnknownSecretError);
  const received = await api.retrieveMetadata(shared.metadata_key);
  expect(received).toMatchObject({ state: 'received', received: expect.any(Number) });
  expect(received.secret_key).toBeUndefined();
});

test('onetimesecret-api: a passphrase is asked for, and a wrong one consumes nothing', async () => {
  const { api } = await customersApi();
  const { secret_key, passphrase_required } = await api.share('tea at 5?', { passphrase: 'plum', ttl: 60 });
  expect(passphrase_required).toBe(true);
  await expect(api.retrieveSecret(secret_key)).rejects.toThrow(UnknownSecretError);
  await expect(api.retrieveSecret(secret_key, { passphrase: 'pear' })).rejects.toThrow(UnknownSecretError);
  expect((await api.retrieveSecret(secret_key, { passphrase: 'plum' })).value).toBe('tea at 5?');
});

test('onetimesecret-api: a value is made, with and without anything said about it', async () => {
  const { api } = await customersApi();
  const plain = await api.generate();
  expect(plain.value).toMatch(/^\S{12}$/);
  expect(plain.share_link).toBe(`${system.url}/secret/${plain.secret_key}`);
  expect((await api.retrieveSecret(plain.secret_key)).value).toBe(plain.value);
  const more = await api.generate({ passphrase: 'plum', ttl: 7200 });
  expect(more).toMatchObject({ ttl: 7200, passphrase_required: true });
  expect((await api.retrieveSecret(more.secret_key, { passphrase: 'plum' })).value).toBe(more.value);
});

test('onetimesecret-api: a recipient gets the link by email', async () => {
  const { api } = await customersApi();
  const { recipient, share_link } = await api.share('tea at 5?', { recipient: 'tom@example.com' });
  expect(recipient).toEqual(['to*****@e*****.com']);
  expect((await system.people.mailTo('tom@example.com')).text).toContain(share_link);
});

test('onetimesecret-api: what is burned is burned once, and cannot be opened', async () => {
  const { api } = await customersApi();
  const { metadata_key, secret_key } = await api.share('tea at 5?');
  expect(await api.burn(metadata_key)).toMatchObject({
    state: { metadata_key, state: 'burned', secret_ttl: null },
    secret_shortkey: expect.stringMatching(/^[0-9a-z]{8}$/),
  });
  await expect(api.burn(metadata_key)).rejects.toThrow(UnknownSecretError);
  await expect(api.retrieveSecret(secret_key)).rejects.toThrow(UnknownSecretError);
  expect((await api.retrieveMetadata(metadata_key)).state).toBe('burned');
});

test('onetimesecret-api: recents are keys for their owner, and nobody else', async () => {
  const { api, custid } = await customersApi();
  const { secret_key } = await api.share('first');
  await api.share('second');
  await api.retrieveSecret(secret_key);
  await system.drain();
  const recent = await api.recentMetadata();
  expect(recent.map(({ custid: whose, state }) => [whose, state])).toEqual([
    [custid, 'received'],
    [custid, 'new'],
  ]);
  const key = recent[1]?.metadata_key ?? '';
  expect((await api.retrieveMetadata(key)).state).toBe('new');
  // Recents have handles, not metadata keys (C4): without the owner's credentials they open nothing.
  const { api: stranger } = await customersApi();
  await expect(stranger.retrieveMetadata(key)).rejects.toThrow(UnknownSecretError);
  await expect(stranger.burn(key)).rejects.toThrow(UnknownSecretError);
  expect((await api.burn(key)).state.state).toBe('burned');
});

test('onetimesecret-api: its old names do the same', async () => {
  const { api } = await customersApi();
  const link = await api.shareLink('tea at 5?');
  const key = link.split('/').at(-1) ?? '';
  expect((await api.retrieve_secret(key)).value).toBe('tea at 5?');
  const [recent] = await api.recent_metadata();
  expect((await api.retrieve_metadata(recent?.metadata_key ?? '')).state).toBe('received');
});

test('onetimesecret-api: a wrong token is not authorized, and an unknown key an unknown secret', async () => {
  const { api, custid } = await customersApi();
  const wrong = new OneTimeSecretApi(custid, 'f'.repeat(40), { url: system.url });
  await expect(wrong.share('tea at 5?')).rejects.toThrow(NotAuthorizedError);
  await expect(wrong.recentMetadata()).rejects.toThrow(NotAuthorizedError);
  await expect(api.retrieveSecret(unknownKey)).rejects.toThrow(UnknownSecretError);
  await expect(api.retrieveMetadata(unknownKey)).rejects.toThrow(UnknownSecretError);
  await expect(api.share('')).rejects.toThrow('You did not provide anything to share');
});

/** The `python` that has the clients of others, which `npm test` has found or installed. */
function python(): string {
  const { FOREIGN_CLIENTS } = process.env;
  if (FOREIGN_CLIENTS) return FOREIGN_CLIENTS;
  throw new Error('There are no clients of others for Python: npm test installs them, for FOREIGN_CLIENTS.');
}

/** Runs a program of that Python's to its end; resolves with its code and all that it printed. */
async function ran(program: string, args: readonly string[], env: Readonly<Record<string, string>>, input = '') {
  const child = spawn(path.join(path.dirname(python()), program), args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  return await textOf(child);
}

const createLink = (secret: string, env: Readonly<Record<string, string>>) =>
  ran('python', [fileURLToPath(new URL('others/client.py', import.meta.url))], { OTS_URL: system.url, ...env }, secret);

/** What the link opens to, and how long it would have lived. */
async function opened(link: string, fields: Readonly<Record<string, string>> = {}) {
  const [, key] = new RegExp(`^${system.url}/secret/(\\S+)\n$`).exec(link) ?? [];
  const visitor = system.people.visitor();
  const { json } = await visitor.post(`/api/v2/secret/${key}`, { continue: 'true', ...fields });
  return json.record?.secret_value;
}

test('onetimesecret for Python: a visitor gets a link', async () => {
  const { code, text } = await createLink('tea at 5? ☕', {});
  expect([code, await opened(text)]).toEqual([0, 'tea at 5? ☕']);
});

test('onetimesecret for Python: so does an account, for as long as it says', async () => {
  const person = await system.people.customer();
  const { custid, token } = await credentialsOf(person);
  const { text } = await createLink('tea at 5?', { OTS_USER: custid, OTS_KEY: token, OTS_TTL: '7200' });
  const { json } = await person.browser.get('/api/v2/private/recent');
  expect(json.records).toMatchObject([{ secret_ttl: 7200, state: 'new' }]);
  expect(await opened(text)).toBe('tea at 5?');
});

test('onetimesecret for Python: what is refused is an error of its own', async () => {
  const refused = await createLink('tea at 5?', { OTS_USER: 'nobody@example.com', OTS_KEY: 'f'.repeat(40) });
  expect(refused).toEqual({ code: 1, text: '404 Not authorized (Status code: 404)\n' });
  expect(await createLink('', {})).toEqual({
    code: 1,
    text: '404 You did not provide anything to share (Status code: 404)\n',
  });
});

test('otscli: a secret is shared, also with a passphrase', async () => {
  const shared = await ran('otscli', ['-d', system.url, '-s', 'tea at 5?'], {});
  expect([shared.code, await opened(shared.text)]).toEqual([0, 'tea at 5?']);
  const guarded = await ran('otscli', ['-d', system.url, '-s', 'tea at 5?', '-p', 'plum'], {});
  expect(await opened(guarded.text, { passphrase: 'pear' })).toBeUndefined();
  expect(await opened(guarded.text, { passphrase: 'plum' })).toBe('tea at 5?');
});
