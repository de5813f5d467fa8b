import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../../../support/api-client.ts';
import { Browser } from '../../../support/browser.ts';
import { ask } from '../../../support/http.ts';
import { basic, type Person } from '../../../support/people.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { countOf, flood } from '../support/flood.ts';
import { volume } from '../support/volume.ts';
import { costlyDocuments, oddBodies } from './hostile-documents.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

let program: AttackedProgram<{ readonly nina: Person; readonly adHoc: string }>;
let client: ApiClient;

beforeAll(async () => {
  program = await startAttacked('compiled-documents', {
    async prepare(people) {
      const nina = await people.customer();
      const input = '{ name: "adhoc", scopes: [GRAPHQL_ADHOC, RECENT], expiresInDays: 1 }';
      const query = `mutation { createApiToken(input: ${input}) { ... on CreatedApiToken { token } } }`;
      const { token } = (await nina.browser.graph(query)).json.data.createApiToken;
      return { nina, adHoc: basic(nina.email, token) };
    },
  });
  client = new ApiClient(program.url);
});
afterAll(async () => {
  client[Symbol.dispose]();
  await program[Symbol.asyncDispose]();
});

async function graph(body: object, headers: Readonly<Record<string, string>> = {}) {
  return await ask(program.url, '/graphql', { body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } });
}

test('documents that ask too much are refused before they cost much', async () => {
  const documents = Object.entries(costlyDocuments);
  for (const [name, query] of documents) expect([name, (await graph({ query })).status]).toEqual([name, 400]);
  await program.attack('costly documents', async () => {
    const statuses = await flood({ url: program.url, times: volume(360), atOnce: 4 }, (number) => ({
      path: '/graphql',
      headers: JSON_TYPE,
      body: JSON.stringify({ query: documents[number % documents.length]?.[1] }),
    }));
    return countOf(statuses, 400);
  });
});

test('bodies that are no plain question are refused', async () => {
  const bodies = Object.entries(oddBodies);
  for (const [name, body] of bodies) {
    const { status, json } = await ask(program.url, '/graphql', { method: 'POST', body, headers: JSON_TYPE });
    // The protocol of persisted queries wants 200 for its errors.
    const expected = name.startsWith('a persisted query') ? 200 : name.includes('64 KB') ? 413 : 400;
    expect([name, status, json.data ?? null]).toEqual([name, expected, null]);
  }
  await program.attack('odd bodies', async () => {
    const small = bodies.filter(([, body]) => body.length < 60_000);
    const statuses = await flood({ url: program.url, times: volume(400) }, (number) => ({
      path: '/graphql',
      method: 'POST',
      headers: JSON_TYPE,
      body: small[number % small.length]?.[1] ?? '',
    }));
    return countOf(statuses, 200, 400);
  });
});

test('thousands of documents that differ in a letter fill no memory, and the answers of others stay theirs', async () => {
  const { secretKey } = await client.conceal('asked for all the while');
  const asking = { query: 'query Q($key: String!) { secret(key: $key) { shortkey } }', variables: { key: secretKey } };
  const right = (await graph(asking)).json.data.secret.shortkey;
  await program.attack('documents', async () => {
    const times = volume(2_000);
    const filling = ' '.repeat(2_000);
    const statuses = await flood({ url: program.url, times }, (number) => ({
      path: '/graphql',
      headers: JSON_TYPE,
      body: JSON.stringify({
        query: `query Q${number}($key: String!) { ${filling} secret(key: $key) { shortkey } }`,
        variables: { key: 'k' },
      }),
    }));
    return { answered: countOf(statuses, 200) };
  });
  expect((await graph(asking)).json.data.secret.shortkey).toBe(right);
});

test('a document that is known takes no other name, no other operation and nobody else`s rights along', async () => {
  const nina = program.cast.nina.browser.copy(program.url);
  const { query, two } = {
    query: 'query Mine { viewer { id custid } }',
    two: 'query Mine { viewer { id } } query Other { plans { id } }',
  };
  for (let round = 0; round < 3; round += 1) {
    expect((await nina.graph(query)).json.data.viewer.custid).toBe(program.cast.nina.email);
    for (const stranger of [{}, { authorization: program.cast.adHoc }]) {
      const { text } = await graph({ query }, stranger);
      expect(text).not.toContain(program.cast.nina.email);
    }
    for (const operationName of ['Other', 'mine', '__proto__', 'constructor', '']) {
      const { status } = await graph({ query, operationName });
      expect([operationName, status]).toEqual([operationName, operationName === '' ? status : 400]);
    }
    expect((await graph({ query: two, operationName: 'Other' })).json.data.plans.length).toBeGreaterThan(0);
    expect((await graph({ query: two })).status).toBe(400);
    expect((await graph({ query: two, operationName: 'Mine' })).json.data?.viewer ?? null).toBeNull();
  }
});

test('what is refused the first time is refused the hundredth', async () => {
  const { secretKey } = await client.conceal('opened by no second field');
  const field = (alias: string) => `${alias} revealSecret(input: { key: $key, continue: true }) { __typename }`;
  const documents = [
    `mutation ($key: String!) { ${field('')} ${field('b:')} }`,
    `mutation ($key: String!) { ${field('a:')} }`,
    `mutation ($key: String!) { ...A ...B } fragment A on Mutation { ${field('')} } fragment B on Mutation { ${field('b:')} }`,
    `mutation A($key: String!) { ${field('')} } mutation B($key: String!) { ${field('')} }`,
  ];
  await program.attack('the same again', async () => {
    const statuses = await flood({ url: program.url, times: volume(400) }, (number) => ({
      path: '/graphql',
      headers: JSON_TYPE,
      body: JSON.stringify({ query: documents[number % documents.length], variables: { key: secretKey } }),
    }));
    return countOf(statuses, 400);
  });
  expect((await client.look(secretKey)).status).toBe(200);
});

test('variables change nothing but what they are for: no prototype, no default, no cost', async () => {
  const { secretKey } = await client.conceal('x');
  const query = 'query Q($key: String!) { secret(key: $key) { shortkey } }';
  const raw = (variables: string, document = query) =>
    ask(program.url, '/graphql', {
      body: `{"query":${JSON.stringify(document)},"variables":${variables}}`,
      headers: JSON_TYPE,
    });
  const polluted = [
    '{"__proto__":{"key":"k","polluted":"yes"}}',
    '{"constructor":{"prototype":{"key":"k","polluted":"yes"}}}',
    '{"key":{"__proto__":{"toString":"k"}}}',
    '{"key":["k"]}',
    '{"key":{"toJSON":"k"}}',
    '{"key":null}',
    '{"hasOwnProperty":1}',
  ];
  for (let round = 0; round < 3; round += 1) {
    for (const variables of polluted) expect([variables, (await raw(variables)).status]).toEqual([variables, 400]);
    expect(
      (await raw(`{"key":"${secretKey}","__proto__":{"isAdmin":true},"other":1}`)).json.data.secret,
    ).not.toBeNull();
  }
  const conceal = 'mutation C($input: ConcealSecretInput!) { concealSecret(input: $input) { __typename } }';
  for (const input of [
    '{"secret":"a","__proto__":{"ttl":1}}',
    '{"__proto__":{"secret":"a"}}',
    '{"secret":"a","constructor":{}}',
  ]) {
    expect([input, (await raw(`{"input":${input}}`, conceal)).status]).toEqual([input, 400]);
  }
  // Names that every object has are names like others.
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const document = `query ($${name}: String!) { ${name}: secret(key: $${name}) { shortkey } }`;
    for (let round = 0; round < 2; round += 1) {
      const { json, status } = await raw(`{"${name}":"${secretKey}"}`, document);
      expect([name, status, Object.hasOwn(json.data ?? {}, name)]).toEqual([name, 200, true]);
    }
  }
});

test('a cost is that of the variables that came, whatever they are', async () => {
  const nina = new Browser(program.url);
  const query = 'query ($n: Int!) { recentSecrets(first: $n) { nodes { state } } }';
  for (const n of [-1, 0, 2_147_483_648, 1e100, '5', 1.5, [5], null, true]) {
    const { status, json } = await nina.graph(query, { n });
    expect([n, status < 500, json.data?.recentSecrets ?? null]).toEqual([n, true, null]);
  }
  expect(program.faults).toEqual([]);
});
