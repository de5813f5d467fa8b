import { expect, test } from 'vitest';
import { ask, cookieOf, post } from '../../support/http.ts';
import { expectApiHeaders } from '../support/expectations.ts';
import { codeOf, graph } from '../support/graph.ts';
import { conceal, look, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const looking = `{ secret(key: "${unknownKey}") { shortkey } }`;

function reasonOf(answer: Awaited<ReturnType<typeof graph>>) {
  return [answer.status, codeOf(answer), answer.json.errors?.[0]?.message];
}

async function revealDocument(times: number, alias = '') {
  const { secretKey } = await conceal(system.url);
  const field = (name: string) =>
    `${name} revealSecret(input: { key: "${secretKey}", continue: true }) { __typename ... on RevealedSecret { value } }`;
  const names = Array.from({ length: times }, (_, index) => (alias === '' && index === 0 ? '' : `a${index}:`));
  return { secretKey, document: `mutation { ${names.map(field).join(' ')} }` };
}

test('every answer of the graph has the headers of the API', async () => {
  const answers = [
    await graph(system.url, looking),
    await graph(system.url, '{ nothing }'),
    await graph(system.url, '{'),
    await ask(system.url, '/graphql', { body: 'x', headers: { 'content-type': 'text/plain' } }),
  ];
  for (const answer of answers) {
    const { 'content-language': _none, ...headers } = answer.headers;
    expectApiHeaders({ ...answer, headers: { ...headers, 'content-language': 'en' } });
  }
});

test.each([
  'signIn',
  'confirmSecondStep',
  'signOut',
  'signUp',
  'resendVerification',
  'requestPasswordReset',
  'resetPassword',
  'changePassword',
  'submitFeedback',
])('what only a form can do is not a field of the graph: %s', async (name) => {
  const answer = await graph(system.url, `mutation { ${name} { __typename } }`);
  expect([answer.status, codeOf(answer)]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
});

test('a subscription over HTTP is refused in a sentence that says what to do', async () => {
  const documents = [
    ['subscription { metadataChanged(key: "k") { state } }', undefined],
    ['subscription Watch { __typename }', 'Watch'],
    ['query Look { __typename } subscription Watch { __typename }', 'Watch'],
  ] as const;
  for (const [query, operationName] of documents) {
    const body = JSON.stringify({ query, operationName });
    const answer = await ask(system.url, '/graphql', { body, headers: { 'content-type': 'application/json' } });
    expect(reasonOf(answer)).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
      'Subscriptions run over WebSocket: connect to this address with the protocol graphql-transport-ws. Here, ask with a query.',
    ]);
  }
});

test('a mutation has exactly one field and no alias; a refused one opens nothing', async () => {
  for (const { secretKey, document } of [await revealDocument(2), await revealDocument(1, 'alias')]) {
    const answer = await graph(system.url, document);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    expect(answer.json.errors[0].message).toMatch(/mutation/);
    expect((await look(system.url, secretKey)).status).toBe(200);
  }
});

test('fragments do not hide a second field', async () => {
  const { secretKey } = await conceal(system.url);
  const field = `revealSecret(input: { key: "${secretKey}", continue: true }) { __typename }`;
  const document = `mutation { ...One ...Two } fragment One on Mutation { ${field} } fragment Two on Mutation { acknowledgeSecret(input: { key: "k", idempotencyKey: "i" }) { acknowledged } }`;
  expect(reasonOf(await graph(system.url, document))).toEqual([
    400,
    'GRAPHQL_VALIDATION_FAILED',
    'A mutation has exactly one field.',
  ]);
  expect((await look(system.url, secretKey)).status).toBe(200);
});

test('depth, aliases, directives, tokens, characters and root fields are limited', async () => {
  const deep = `{ __type(name: "Query") { ${'fields { type { '.repeat(5)} name ${'} }'.repeat(5)} } }`;
  const aliases = `{ ${Array.from({ length: 11 }, (_, index) => `a${index}: __typename`).join(' ')} ${looking.slice(1)}`;
  const named = `{ secret(key: "k") { ${Array.from({ length: 11 }, (_, index) => `a${index}: shortkey`).join(' ')} } }`;
  const directives = `{ secret(key: "k") { ${'shortkey @include(if: true) '.repeat(11)} } }`;
  const tokens = `{ secret(key: "k") { ${'shortkey '.repeat(1000)} } }`;
  const roots = `{ ${Array.from({ length: 6 }, (_, index) => `a${index}: plans { id }`).join(' ')} }`;
  for (const [document, code, words] of [
    [deep, 'GRAPHQL_VALIDATION_FAILED', /depth limit of 8/],
    [named, 'GRAPHQL_VALIDATION_FAILED', /Aliases limit of 10/],
    [directives, 'GRAPHQL_VALIDATION_FAILED', /Directives limit of 10/],
    [tokens, 'GRAPHQL_PARSE_FAILED', /1000 tokens/],
    [roots, 'GRAPHQL_VALIDATION_FAILED', /at most 5 fields/],
    [`${looking} #${'x'.repeat(15_000)}`, 'BAD_INPUT', /too long/],
  ] as const) {
    const [status, found, message] = reasonOf(await graph(system.url, document));
    expect([status, found]).toEqual([400, code]);
    expect(message).toMatch(words);
  }
  expect((await graph(system.url, aliases)).status).toBe(400);
});

test('fragments that call each other are refused', async () => {
  const document = '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }';
  expect((await graph(system.url, document)).status).toBe(400);
});

test('there is no GET, no batching and no page', async () => {
  const got = await ask(system.url, `/graphql?query=${encodeURIComponent(looking)}`);
  expect([got.status, got.json.code]).toEqual([404, 'not_found']);
  const html = await ask(system.url, '/graphql', { headers: { accept: 'text/html' } });
  expect([html.status, html.text.includes('<')]).toEqual([404, false]);
  const batch = JSON.stringify([{ query: looking }, { query: looking }]);
  const answer = await ask(system.url, '/graphql', { body: batch, headers: { 'content-type': 'application/json' } });
  expect(answer.status).toBe(400);
});

test('bodies of another type, broken or beyond 64 KB are refused', async () => {
  const json = { 'content-type': 'application/json' };
  const forms = [
    { body: `query=${looking}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { body: JSON.stringify({ query: looking }), headers: { 'content-type': 'text/plain' } },
    { body: JSON.stringify({ query: looking }) },
    { body: '{', headers: json },
    { body: '', headers: json, method: 'POST' },
    { body: '{}', headers: json },
    { body: '{"query":{}}', headers: json },
  ];
  for (const form of forms) expect((await ask(system.url, '/graphql', form)).status).toBe(400);
  const large = await ask(system.url, '/graphql', { body: `"${'x'.repeat(70_000)}"`, headers: json });
  expect(large.status).toBe(413);
});

test('another site, and a session without its token, change nothing', async () => {
  const issued = await post(system.url, '/api/v2/validate-shrimp', {});
  const cookie = cookieOf(issued);
  const { secretKey, document } = await revealDocument(1);
  const refused: Record<string, string>[] = [
    { cookie },
    { cookie, 'o-shrimp': 'v1.forged.forged' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
  ];
  for (const headers of refused) {
    const answer = await graph(system.url, document, {}, headers);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'CSRF']);
  }
  expect((await look(system.url, secretKey)).status).toBe(200);
  const good = { cookie, 'o-shrimp': issued.json.shrimp };
  // Our own pages open links with an intent, and not here.
  const page = await graph(system.url, document, {}, { ...good, 'sec-fetch-site': 'same-origin' });
  expect([page.status, codeOf(page)]).toEqual([403, 'INTENT_NEEDED']);
  expect((await graph(system.url, document, {}, good)).json.data.revealSecret.value).toBe('tea at 5?');
});

test('an invalid credential gets 401, and the document does not run', async () => {
  const { secretKey, document } = await revealDocument(1);
  const credentials = [{ authorization: 'Basic eDp5' }, { authorization: 'Bearer x' }, { cookie: 'sess=unknown' }];
  for (const headers of credentials) {
    const answer = await graph(system.url, document, {}, headers as Record<string, string>);
    expect([answer.status, codeOf(answer)]).toEqual([401, 'NOT_AUTHORIZED']);
  }
  expect((await look(system.url, secretKey)).status).toBe(200);
});

test('errors suggest nothing, show no stack and repeat no value', async () => {
  const typo = await graph(system.url, '{ secre(key: "k") { shortkey } }');
  expect(typo.text).not.toMatch(/did you mean|stack|node_modules/i);
  const document = 'mutation C($input: ConcealSecretInput!) { concealSecret(input: $input) { __typename } }';
  const misfit = await graph(system.url, document, { input: { secret: ['canary text'], ttl: 'canary' } });
  expect([misfit.status, codeOf(misfit)]).toEqual([400, 'BAD_INPUT']);
  expect(misfit.text).not.toContain('canary');
});

test('on loopback the graph can be explored, and shows nothing of its internals', async () => {
  const answer = await graph(
    system.url,
    '{ __schema { types { name } queryType { fields { name } } mutationType { fields { name } } directives { name } } }',
  );
  const { types, queryType, mutationType } = answer.json.data.__schema;
  const namesOf = (fields: { name: string }[]) => fields.map(({ name }) => name);
  expect(namesOf(queryType.fields)).toEqual(expect.arrayContaining(['metadata', 'plans', 'secret', 'viewer']));
  expect(namesOf(mutationType.fields)).toContain('concealSecret');
  for (const door of ['signIn', 'signOut', 'signUp', 'resetPassword', 'changePassword', 'submitFeedback']) {
    expect(namesOf(mutationType.fields)).not.toContain(door);
  }
  expect(namesOf(types).join()).not.toMatch(/join__|link__|_Entity|_Service/);
});
