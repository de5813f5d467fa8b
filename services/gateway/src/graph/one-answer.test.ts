import { Agent } from 'node:http';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { webOperations } from '@onceover/schema/operations';
import { OutageError } from '@onceover/service-kit/errors';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storedOperations } from '../operations/operations.generated.ts';
import type { RunningGateway } from '../service.ts';
import { answeringAnything, type Mood } from '../test-support/answering-anything.ts';
import { ask } from '../test-support/ask.ts';
import { everyMood, everyVariables } from '../test-support/every-case.ts';
import { servicesApart } from '../test-support/services-apart.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const calm: Mood = { choice: 0 };
let mood = calm;
/** Documents that ran by their plan, by the names of their services. */
const ran: string[] = [];
let direct: RunningGateway;
/** Where every document is answered through the supergraph, as if the services were asked over a network. */
let planned: RunningGateway;
/** Where the services are asked over HTTP. */
let apart: RunningGateway;
const stack = new AsyncDisposableStack();
/** Ten thousand connections would take a third of the time. */
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  const subgraphs = answeringAnything(() => mood);
  const env = { ONCEOVER_RATE_LIMITS: 'off' };
  const unprepared = subgraphs.map((subgraph) => ({ ...subgraph, prepare: () => undefined }));
  direct = await startTestGateway({ subgraphs: subgraphs.map(noting), env });
  planned = await startTestGateway({ subgraphs: unprepared, env });
  apart = await startTestGateway({ subgraphs: await servicesApart(subgraphs, stack), env });
});
beforeEach(() => {
  mood = calm;
  ran.length = 0;
});
afterAll(async () => {
  agent.destroy();
  await direct[Symbol.asyncDispose]();
  await planned[Symbol.asyncDispose]();
  await apart[Symbol.asyncDispose]();
  await stack.disposeAsync();
});

function noting(subgraph: Subgraph<Caller>): Subgraph<Caller> {
  return {
    ...subgraph,
    prepare(document) {
      const run = subgraph.prepare(document);
      if (run === undefined) return undefined;
      return async (variables, caller) => {
        ran.push(subgraph.name);
        return await run(variables, caller);
      };
    },
  };
}

interface Sent {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface SeenAnswer {
  readonly status: number;
  readonly headers: object;
  readonly text: string;
}

/** An answer with everything that a client can see but the names that no two answers share. */
async function answerOf({ port }: RunningGateway, { body, headers = {} }: Sent): Promise<SeenAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await ask(port, '/graphql', {
    agent,
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const { 'x-request-id': _id, date: _date, ...seen } = answer.headers;
  return { status: answer.status, headers: seen, text: withErrorsInOrder(answer.text) };
}

/** Fields are answered side by side, so the order of their errors says nothing. */
function withErrorsInOrder(text: string): string {
  const { errors, ...rest }: { errors?: { path?: unknown }[] } = JSON.parse(text);
  if (errors === undefined) return text;
  const placeOf = ({ path }: { path?: unknown }) => JSON.stringify(path ?? []);
  const ordered = errors.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)));
  return JSON.stringify({ errors: ordered, ...rest });
}

/** Asks all gateways. */
async function mustAgree(sent: Sent): Promise<void> {
  const expected = await answerOf(planned, sent);
  expect(await answerOf(direct, sent)).toEqual(expected);
  expect(timeless(await answerOf(apart, sent))).toEqual(timeless(expected));
}

/** Where everything became null, whichever error came first is told, and over a network another one may. */
function timeless(answer: SeenAnswer): object {
  const { data, errors = [] }: { data?: unknown; errors?: { extensions: { code: string } }[] } = JSON.parse(
    answer.text,
  );
  if (data !== null) return answer;
  const codes = new Set(errors.map(({ extensions }) => extensions.code));
  return { status: answer.status, data, codes };
}

/** A document is answered by the server when it is asked for the first time, even where it gets a plan then. */
async function mustAgreeTwice(sent: Sent): Promise<void> {
  await mustAgree(sent);
  await mustAgree(sent);
}

const asked = [...storedOperations, ...webOperations].filter(({ to }) => to !== 'live');
test.each(asked)('$name has one answer in every case', async ({ to, document }) => {
  const [fitting, ...others] = everyVariables(parse(document));
  const cases = everyMood(parse(document));
  await mustAgree({ body: { query: document, variables: fitting } });
  for (mood of cases) await mustAgree({ body: { query: document, variables: fitting } });
  mood = calm;
  for (const variables of others) await mustAgree({ body: { query: document, variables } });
  expect([...new Set(ran)]).toEqual(to === 'planned' ? [] : [to]);
});

const look = 'query Look($key: String!) { secret(key: $key) { shortkey shareDomain } }';
const variables = { key: 'k' };

/** Documents of one service. */
const ofOne: readonly [what: string, query: string, variables?: unknown][] = [
  ['a look', look, variables],
  [
    'two fields',
    'query ($key: String!) { a: secret(key: $key) { shortkey } b: secret(key: $key) { isOwner } }',
    variables,
  ],
  [
    'one field asked twice',
    'query ($key: String!) { secret(key: $key) { shortkey } secret(key: $key) { shortkey isOwner } }',
    variables,
  ],
  [
    'aliases and type names',
    'query ($key: String!) { __typename x: secret(key: $key) { y: shortkey __typename z: __typename } }',
    variables,
  ],
  [
    'fragments',
    'query ($key: String!) { ...Q } fragment Q on Query { secret(key: $key) { ...G ... on SecretGate { isOwner } ... { verification } } } fragment G on SecretGate { shortkey }',
    variables,
  ],
  [
    'a type that another service knows too',
    'query { viewer { id custid plan { id features { api } } sessions { id } } }',
  ],
  ['lists in lists', '{ plans { id limits { ttlOptions } } domains { nodes { host lastCheck { found } } } }'],
  [
    'an enum and a page',
    'query ($status: RecentStatus, $first: Int!) { recentSecrets(status: $status, first: $first) { nodes { state created } counts { received } pageInfo { endCursor } } }'.replace(
      ' = 3',
      '',
    ),
    { status: 'RECEIVED', first: 3 },
  ],
  [
    'a mutation',
    'mutation ($input: ConcealSecretInput!) { concealSecret(input: $input) { __typename ... on ConcealedSecret { kind } ... on Refusal { code } } }',
    { input: { secret: 's' } },
  ],
  [
    'an object of variables',
    'mutation ($key: String!, $is: Boolean!) { revealSecret(input: { key: $key, continue: $is }) { ... on RevealedSecret { value } ... on TooManyAttempts { retryAfterSeconds } __typename } }',
    { key: 'k', is: true },
  ],
  [
    'variables left out',
    'query ($status: RecentStatus, $first: Int!) { recentSecrets(status: $status, first: $first) { nodes { key } } }',
    { first: 1 },
  ],
  ['nothing but a type name', '{ __typename }'],
];

/** Documents that only the server answers. */
const ofServer: readonly [what: string, query: string, variables?: unknown][] = [
  ['two services', 'query ($key: String!) { secret(key: $key) { shortkey } viewer { custid } }', variables],
  ['an entity of two services', '{ viewer { custid recentCounts { received } emails { sent } } }'],
  ['a value in its text', '{ secret(key: "k") { shortkey } }'],
  ['a default in its text', 'query ($key: String = "k") { secret(key: $key) { shortkey } }'],
  ['a comment', `${look} # k`],
  [
    'a directive',
    'query ($key: String!, $is: Boolean!) { secret(key: $key) { shortkey isOwner @include(if: $is) } }',
    { key: 'k', is: false },
  ],
  ['several operations', `${look} query Other { viewer { custid } }`, variables],
  ['introspection', '{ __schema { queryType { name } } }'],
  ['introspection of one type', '{ __type(name: "SecretGate") { name fields { name } } }'],
  ['a field that is not there', '{ secrets }'],
  ['a field that is hidden', 'query ($key: String!) { metadata(key: $key) { id } }', variables],
  ['what federation asks', 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }', { r: [] }],
  ['too many fields', `{ ${Array.from({ length: 6 }, (_, at) => `a${at}: viewer { custid }`).join(' ')} }`],
  ['too many aliases', `{ viewer { ${Array.from({ length: 11 }, (_, at) => `a${at}: custid`).join(' ')} } }`],
  [
    'a mutation with an alias',
    'mutation ($input: AcknowledgeSecretInput!) { a: acknowledgeSecret(input: $input) { acknowledged } }',
  ],
  ['no document', 'look'],
  ['an empty text', ''],
];

test.each([...ofOne])('%s: has a plan, and one answer in every case', async (_what, query, given = {}) => {
  const cases = everyMood(parse(query));
  await mustAgree({ body: { query, variables: given } });
  for (mood of cases) await mustAgree({ body: { query, variables: given } });
  expect(new Set(ran).size).toBe(1);
});

test.each([...ofServer])('%s: has no plan, and one answer in every case', async (_what, query, given) => {
  await mustAgreeTwice({ body: { query, variables: given } });
  await mustAgreeTwice({ body: { query, variables: given, operationName: 'Look' } });
  expect(ran).toEqual([]);
});

test.each<[string, Sent, number]>([
  ['no variables', { body: { query: look } }, 2],
  ['null for variables', { body: { query: look, variables: null, operationName: null, extensions: null } }, 2],
  ['the name of the operation', { body: { query: look, variables, operationName: 'Look' } }, 2],
  ['another name', { body: { query: look, variables, operationName: 'Other' } }, 0],
  ['an empty name', { body: { query: look, variables, operationName: '' } }, 0],
  ['a name that is none', { body: { query: look, variables, operationName: 7 } }, 0],
  ['variables in a list', { body: { query: look, variables: [1] } }, 0],
  ['variables in a text', { body: { query: look, variables: '{}' } }, 0],
  ['extensions', { body: { query: look, variables, extensions: {} } }, 0],
  [
    'a persisted document',
    { body: { query: look, variables, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } } },
    0,
  ],
  ['a persisted document alone', { body: { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } } }, 0],
  ['a batch', { body: [{ query: look, variables }] }, 0],
  ['fields nobody knows', { body: { query: look, variables, more: 1 } }, 2],
  ['a document that is no text', { body: { query: { kind: 'Document' } } }, 0],
  ['nothing', { body: {} }, 0],
  ['null', { body: 'null' }, 0],
  ['no JSON', { body: '{' }, 0],
  [
    'a variable nobody asks',
    { body: { query: look, variables: { ...variables, __proto__: { key: 1 }, constructor: 1 } } },
    2,
  ],
  [
    'a charset',
    { body: { query: look, variables }, headers: { 'content-type': 'application/json; charset=utf-8' } },
    2,
  ],
  [
    'another charset',
    { body: { query: look, variables }, headers: { 'content-type': 'application/json; charset=latin1' } },
    0,
  ],
  ['a form', { body: 'query=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 0],
  ...[
    '*/*',
    'application/json',
    'text/html, application/json;q=0.9, */*;q=0.8',
    'application/graphql-response+json,application/json;q=0.9',
  ].map((accept): [string, Sent, number] => [
    `wanting ${accept}`,
    { body: { query: look, variables }, headers: { accept } },
    2,
  ]),
  ...[
    '',
    'text/html',
    'application/json;q=0',
    '*/*;q=0.0',
    'application/graphql-response+json',
    'multipart/mixed',
    'application/*',
    'nonsense',
    'application/json;charset=utf-8;q=0, */*',
  ].map((accept): [string, Sent, number] => [
    `wanting "${accept}"`,
    { body: { query: look, variables }, headers: { accept } },
    0,
  ]),
])('%s: one answer', async (_what, sent, direct) => {
  await mustAgree({ body: { query: look, variables } });
  ran.length = 0;
  await mustAgreeTwice(sent);
  expect(ran).toEqual(Array.from({ length: direct }, () => 'secrets'));
});

test('where several fields fail at once, a plan says how each failed; the supergraph only that something did', async () => {
  const failure = new OutageError('keys', { retryAfterSeconds: 7 });
  mood = {
    choice: 0,
    interrupt(type, field) {
      if (type === 'SecretGate' && ['shareDomain', 'shortkey'].includes(field)) throw failure;
      return undefined;
    },
  };
  await answerOf(direct, { body: { query: look, variables } });
  const codes = async (gateway: RunningGateway) => {
    const { json } = await ask(gateway.port, '/graphql', {
      body: JSON.stringify({ query: look, variables }),
      headers: { 'content-type': 'application/json' },
    });
    return json.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
  };
  expect(await codes(direct)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  expect(await codes(planned)).toEqual(['INTERNAL']);
});

test('the limits of fields are those of the server', async () => {
  const limited = { subgraphs: answeringAnything(() => mood) };
  await using first = await startTestGateway({ subgraphs: limited.subgraphs.map(noting) });
  await using second = await startTestGateway({
    subgraphs: limited.subgraphs.map((subgraph) => ({ ...subgraph, prepare: () => undefined })),
  });
  const query = 'mutation ($input: SubmitIncomingInput!) { submitIncoming(input: $input) { __typename } }';
  const body = { query, variables: { input: { secret: 's', ticketNumber: 't' } } };
  const answers: object[] = [];
  for (let time = 0; time < 12; time += 1) {
    const answer = await answerOf(first, { body });
    expect(answer).toEqual(await answerOf(second, { body }));
    answers.push(answer);
  }
  expect(ran).toHaveLength(2);
  const statuses = [...Array(3).fill(200), ...Array(7).fill(403), 429, 429];
  expect(answers).toEqual(statuses.map((status) => expect.objectContaining({ status })));
});
