import { request } from 'node:http';
import { expect, test } from 'vitest';
import { type Asked, ask } from '../test-support/ask.ts';
import { playing, refusedBy } from '../test-support/played-doors.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const unreadable = [
  ['application/json', '{'],
  ['application/x-www-form-urlencoded', 'secret=%ff'],
  ['multipart/form-data; boundary=x', '--x'],
] as const;

test.each([
  ['/api/v2/secret/conceal', 300],
  ['/api/v2/validate-shrimp', 60],
  ['/api/v2/signin', 50],
  ['/api/v2/incoming', 10],
])('%s: once a network is limited, its bodies are not even read', async (path, allowed) => {
  await using gateway = await startTestGateway({ calls: playing('signIn', refusedBy('account.bad-credentials')) });
  const send = async ([type, body]: readonly [string, string]): Promise<Asked> =>
    await ask(gateway.port, path, { body, headers: { 'content-type': type } });
  const first = await Promise.all(Array.from({ length: allowed }, async () => (await send(unreadable[0])).json.code));
  expect(new Set(first)).toEqual(new Set(['bad_json']));
  for (const form of unreadable) expect((await send(form)).json.code).toBe('rate_limited');
});

test('too many values or levels in JSON are refused by the graph before they are parsed', async () => {
  await using gateway = await startTestGateway();
  const send = async (variables: string) => {
    const body = `{"query":"{ __typename }","variables":${variables}}`;
    const { status, json } = await ask(gateway.port, '/graphql', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    return [status, json.errors?.[0]?.message];
  };
  const refused = [400, 'The body has too many values or levels'];
  expect(await send(`{"a":[${'1,'.repeat(1000)}1]}`)).toEqual(refused);
  expect(await send(`{"a":${'['.repeat(20)}${']'.repeat(20)}}`)).toEqual(refused);
  expect((await send('{"a":[1,2,3]}'))[0]).toBe(200);
});

test('once a network is limited, a long body is refused before it is received', async () => {
  await using gateway = await startTestGateway();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const conceal = '/api/v2/secret/conceal';
  await Promise.all(Array.from({ length: 300 }, () => ask(gateway.port, conceal, { body: 'secret=%ff', headers })));
  for (const announced of [{ 'content-length': '1000000' }, { 'transfer-encoding': 'chunked' }]) {
    const answer = await askWithoutBody(gateway.port, conceal, { ...headers, ...announced });
    expect(answer).toMatchObject({ code: 'rate_limited', connection: 'close' });
  }
});

/** Announces a body, sends none of it and waits for the answer. */
async function askWithoutBody(port: number, path: string, headers: Readonly<Record<string, string>>) {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: string; connection: string | undefined }>();
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false, timeout: 3000 });
  sent.on('response', (answer) => {
    answer.on('data', (text: Buffer) =>
      resolve({ code: JSON.parse(text.toString()).code, connection: answer.headers.connection }),
    );
  });
  sent.on('error', reject);
  sent.on('timeout', () => reject(new Error('no answer before the body')));
  sent.flushHeaders();
  return await promise.finally(() => sent.destroy());
}
