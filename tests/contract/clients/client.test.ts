import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Credentials, newIdempotencyKey, OnceoverClient, parseLink } from '@onceover/client';
import { accountAnswer, authcheckAnswer } from '@onceover/schema/rest/account';
import { burnAnswer, privateAnswer, recentAnswer } from '@onceover/schema/rest/metadata';
import { concealAnswer, revealAnswer, secretAnswer } from '@onceover/schema/rest/secret';
import { statusAnswer, versionAnswer } from '@onceover/schema/rest/site';
import { expect, test } from 'vitest';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const client = () => new OnceoverClient({ url: system.url });

/** A proxy that loses the answer to a request once the server has given it. */
async function losing(lost: (path: string, count: number) => boolean): Promise<Server & Disposable> {
  const counts = new Map<string, number>();
  const relay = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(system.url + path, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const body = await answer.text();
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    if (lost(path, count)) request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  };
  const server = createServer((request, response) => void relay(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return Object.assign(server, { [Symbol.dispose]: () => void server.close() });
}

function through(proxy: Server, credentials?: Credentials): OnceoverClient {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return new OnceoverClient({ url, credentials, random: () => 0 });
}

async function credentialsOfSomebody(): Promise<Credentials> {
  const person = await system.people.customer();
  const [custid = '', token = ''] = atob((await system.people.apiToken(person)).slice('Basic '.length)).split(':');
  return { custid, token };
}

test('every answer is what the schema says', async () => {
  const { custid, token } = await credentialsOfSomebody();
  const signedIn = new OnceoverClient({ url: system.url, credentials: { custid, token } });
  const made = concealAnswer.parse(await signedIn.conceal('tea at 5?', { ttl: 1800, passphrase: 'plum' }));
  expect(made.record.metadata.secret_ttl).toBe(1800);
  const { key } = parseLink(made.record.metadata.share_url ?? '');
  expect(secretAnswer.parse(await client().look(key)).record.has_passphrase).toBe(true);
  await expect(client().reveal(key, { passphrase: 'pear' })).rejects.toMatchObject({
    code: 'bad_passphrase',
    status: 400,
  });
  const opened = revealAnswer.parse(await client().reveal(key, { passphrase: 'plum' }));
  expect(opened.record.secret_value).toBe('tea at 5?');
  expect(privateAnswer.parse(await client().metadata(made.record.metadata.key)).record.state).toBe('received');
  const generated = concealAnswer.parse(await signedIn.generate());
  expect(generated.record.secret.secret_value).toMatch(/^\S{12}$/);
  const recent = recentAnswer.parse(await signedIn.recent());
  expect(recent.count).toBe(2);
  expect(burnAnswer.parse(await signedIn.burn(recent.records[1]?.key ?? '')).record.state).toBe('burned');
  expect(accountAnswer.parse(await signedIn.account()).custid).toBe(custid);
  expect(authcheckAnswer.parse(await signedIn.authcheck()).record.custid).toBe(custid);
  statusAnswer.parse(await client().status());
  versionAnswer.parse(await client().version());
  const stranger = new OnceoverClient({ url: system.url, credentials: { custid, token: 'wrong' } });
  await expect(stranger.recent()).rejects.toMatchObject({ code: 'not_authorized', status: 403 });
});

test('a secret whose answer was lost is fetched again, and by nobody after it was acknowledged', async () => {
  const made = await client().conceal('tea at 5?');
  const { key } = made.record.secret;
  using proxy = await losing((path, count) => path === `/api/v2/secret/${key}` && count < 3);
  const idempotencyKey = newIdempotencyKey();
  const opened = await through(proxy).reveal(key, {}, { idempotencyKey });
  expect(opened.record.secret_value).toBe('tea at 5?');
  await client().acknowledge(key, idempotencyKey);
  await expect(client().reveal(key, {}, { idempotencyKey })).rejects.toMatchObject({ code: 'unknown_secret' });
  expect((await client().metadata(made.record.metadata.key)).details.delivery_confirmed).toBe(true);
});

test('a lost answer to conceal leaves one secret, and its link', async () => {
  const credentials = await credentialsOfSomebody();
  using proxy = await losing((path, count) => path === '/api/v2/secret/conceal' && count === 1);
  const { record } = await through(proxy, credentials).conceal('tea at 5?');
  expect((await new OnceoverClient({ url: system.url, credentials }).recent()).count).toBe(1);
  expect((await client().reveal(record.secret.key)).record.secret_value).toBe('tea at 5?');
});

test('a lost answer to burn is not taken for a refusal', async () => {
  const { record } = await client().conceal('tea at 5?');
  using proxy = await losing((path, count) => path.endsWith('/burn') && count === 1);
  expect((await through(proxy).burn(record.metadata.key)).record.state).toBe('burned');
});

test('fifty that open at once get one secret', async () => {
  const { record } = await client().conceal('tea at 5?');
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => client().reveal(record.secret.key)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
