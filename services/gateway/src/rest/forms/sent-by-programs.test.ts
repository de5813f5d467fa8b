import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningGateway } from '../../service.ts';
import { ask } from '../../test-support/ask.ts';
import { concealed, gate, secretKey } from '../../test-support/sample-data.ts';
import { startTestGateway } from '../../test-support/start-test-gateway.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const CONCEAL = '/api/v2/secret/conceal';
const inputs: object[] = [];
let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startTestGateway({
    secrets: {
      Query: { secret: () => gate },
      Mutation: {
        concealSecret: (_parent, { input }) => {
          inputs.push({ ...input });
          return concealed;
        },
      },
    },
  });
});
afterAll(() => gateway[Symbol.asyncDispose]());
beforeEach(() => void inputs.splice(0));

async function send(path: string, type: string | undefined, body: string, headers: Record<string, string> = {}) {
  const typed = type === undefined ? headers : { ...headers, 'content-type': type };
  return await ask(gateway.port, path, { method: 'POST', headers: typed, body });
}

/** As the libraries of these languages put it on the wire. */
test.each([
  ['Go: no type', '', undefined, 'secret=tea+at+5&ttl=300'],
  ['Go: all in the query, an empty body', '?secret=tea+at+5&ttl=300', undefined, ''],
  ['Go: all in the query, and JSON of nothing', '?secret=tea%20at%205&ttl=300', 'application/json', ''],
  ['Java', '', `${URLENCODED}; charset=ISO-8859-1`, 'secret=tea+at+5&ttl=300'],
  ['C#', '', 'application/json; charset=us-ascii', '{"secret":"tea at 5","ttl":300.0,"passphrase":null}'],
  ['Python', '', 'application/json', '{"secret":"tea at 5","ttl":"300","recipient":null,"share_domain":""}'],
  ['Ruby', '', 'application/json', '{"secret":"tea at 5","ttl":300,"recipient":[],"passphrase":""}'],
  ['a shell', '', URLENCODED, 'secret=tea at 5&ttl=300&passphrase=&recipient='],
])('%s: the secret and its lifetime arrive', async (_who, query, type, body) => {
  expect((await send(CONCEAL + query, type, body)).status).toBe(200);
  expect(inputs).toEqual([{ kind: 'SHARE', secret: 'tea at 5', ttl: 300, recipients: [] }]);
});

test('a body in pieces, of no announced length and no type, is a form', async () => {
  const answer = await send(CONCEAL, undefined, 'secret=tea+at+5&ttl=300', { 'transfer-encoding': 'chunked' });
  expect([answer.status, inputs.length]).toEqual([200, 1]);
});

test('what another type says it is stays refused, and no type is no way around', async () => {
  for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/octet-stream', '*/*', 'nonsense']) {
    const answer = await send(CONCEAL, type, 'secret=a');
    expect([answer.status, answer.json.code]).toEqual([415, 'bad_type']);
  }
  const foreign = await send(CONCEAL, undefined, 'secret=a', { origin: 'https://evil.example' });
  expect([foreign.status, foreign.json.code]).toEqual([400, 'csrf']);
  expect(inputs).toEqual([]);
});

test('a reveal that says JSON and sends nothing has no field: it is a look', async () => {
  const answer = await send(`/api/v2/secret/${secretKey}`, 'application/json', '');
  expect([answer.status, answer.json.details.show_secret]).toEqual([200, false]);
});
