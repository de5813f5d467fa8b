import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import type { Person } from '../../support/people.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile({ ONCEOVER_INCOMING_RECIPIENT: 'desk@example.com' });
let owner: Person;
let other: Person;

beforeAll(async () => {
  owner = await system.people.customer();
  other = await system.people.customer();
});

const account = 'viewer { custid sessions { id isCurrent } apiTokens { id name } usage { secretsCreated } }';
const viewerOf = async (browser: Browser) => (await browser.graph(`{ ${account} }`)).json.data.viewer;

test('a session can be ended only by its own customer', async () => {
  const elsewhere = await system.people.signedIn(owner);
  const { sessions } = await viewerOf(elsewhere);
  const id = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id;
  const ending = `mutation { endSession(input: { id: "${id}" }) { count } }`;
  expect((await other.browser.graph(ending)).json.data.endSession.count).toBe(0);
  expect((await elsewhere.get('/api/v2/authcheck')).status).toBe(200);
  expect((await owner.browser.graph(ending)).json.data.endSession.count).toBe(1);
  expect((await elsewhere.get('/api/v2/authcheck')).status).toBe(403);
});

test('a token can be revoked only by its own customer', async () => {
  await system.people.apiToken(owner);
  const { apiTokens } = await viewerOf(owner.browser);
  const revoking = `mutation { revokeApiToken(input: { id: "${apiTokens[0].id}" }) { isRevoked } }`;
  await other.browser.graph(revoking);
  expect((await viewerOf(owner.browser)).apiTokens).toHaveLength(1);
  await owner.browser.graph(revoking);
  expect((await viewerOf(owner.browser)).apiTokens).toHaveLength(0);
});

test('customers see themselves, and only their own secrets', async () => {
  await owner.browser.post('/api/v2/secret/conceal', { secret: 'mine' });
  await system.drain();
  for (const [person, count] of [
    [owner, 1],
    [other, 0],
  ] as const) {
    expect(await viewerOf(person.browser)).toMatchObject({ custid: person.email, usage: { secretsCreated: count } });
    const { json } = await person.browser.graph('{ recentSecrets { nodes { key } } }');
    expect(json.data.recentSecrets.nodes).toHaveLength(count);
  }
});

test('a label is shown to its owner alone, and no REST answer has it', async () => {
  const { json } = await owner.browser.post('/api/v2/secret/conceal', { secret: 'labelled' });
  const { key } = json.record.metadata;
  const labelled = `mutation { labelSecret(input: { key: "${key}", label: "CANARY label" }) { ... on LabeledSecret { label } } }`;
  expect((await owner.browser.graph(labelled)).json.data.labelSecret).toEqual({ label: 'CANARY label' });
  const asked = `{ metadata(key: "${key}") { label } }`;
  expect((await owner.browser.graph(asked)).json.data.metadata).toEqual({ label: 'CANARY label' });
  const colonel = await system.people.colonel({ secondFactor: true });
  for (const { browser } of [other, colonel])
    expect((await browser.graph(asked)).json.data.metadata).toEqual({ label: null });
  const rest = [`/api/v2/private/${key}`, `/api/v2/secret/${json.record.secret.key}`, '/api/v2/private/recent'];
  for (const path of rest) expect((await owner.browser.get(path)).text).not.toContain('CANARY');
});

test('a customer is shown to a colonel without their keys and tokens, and to nobody else', async () => {
  const { data } = (await owner.browser.graph('{ viewer { id } }')).json;
  const shownTo = async ({ browser }: Person, fields: string) =>
    (await browser.graph(`{ customer(id: "${data.viewer.id}") { ${fields} } }`)).json;
  const colonel = await system.people.colonel({ secondFactor: true });
  const known = 'custid recentSecrets { nodes { key } } recentCounts { received } emails { sent }';
  expect((await shownTo(colonel, known)).data.customer).toEqual({
    custid: owner.email,
    recentSecrets: null,
    recentCounts: { received: expect.any(Number) },
    emails: { sent: expect.any(Number) },
  });
  // What a colonel ends sessions by; it names a session and grants nothing.
  const sessions = (await shownTo(colonel, 'sessions { id userAgentFamily }')).data.customer.sessions;
  expect(sessions).toEqual(
    (await owner.browser.graph('{ viewer { sessions { id userAgentFamily } } }')).json.data.viewer.sessions,
  );
  const refused = [
    await shownTo(colonel, 'apiTokens { id }'),
    await shownTo(other, 'custid'),
    await shownTo(owner, 'custid'),
  ];
  for (const { errors } of refused) expect(errors[0].extensions.code).toBe('NOT_AUTHORIZED');
  expect((await colonel.browser.graph('{ customer(id: "nobody") { id } }')).json.data).toEqual({ customer: null });
});

test('a document cannot refer to an object as services do, or see the ids they use for it', async () => {
  for (const field of [
    '_entities(representations: [{ __typename: "Customer", id: "x" }]) { __typename }',
    'viewer { recentSecrets { nodes { id } } }',
    'viewer { recentSecrets { nodes { emailCount } } }',
  ]) {
    expect((await owner.browser.graph(`{ ${field} }`)).json.errors[0].extensions.code).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
  }
});

test("only the support desk sees the support desk's view", async () => {
  await other.browser.post('/api/v2/incoming', { secret: 'for the desk', ticketno: 'AB1' });
  await system.drain();
  const desk = await system.people.customer({ email: 'desk@example.com' });
  const view = '{ incomingSecrets { nodes { ticketNumber } } }';
  const seenBy = async (browser: Browser) => (await browser.graph(view)).json.data.incomingSecrets.nodes;
  expect(await seenBy(desk.browser)).toEqual([{ ticketNumber: 'AB1' }]);
  expect(await seenBy(other.browser)).toEqual([]);
});

test("one root field per mutation, so that a refusal cannot hide behind another field's success", async () => {
  const two = 'mutation { a: endOtherSessions { count } b: replaceApiToken { token } }';
  expect((await owner.browser.graph(two)).json.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
});
