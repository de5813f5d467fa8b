import { routeTable } from '@onceover/embedded/route-table';
import { confirmationOf } from '@onceover/schema/confirmation';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../support/browser.ts';
import { ask } from '../../../support/http.ts';
import { basic, PASSWORD, type Person } from '../../../support/people.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { volume } from '../support/volume.ts';

interface Cast {
  readonly colonel: Person;
  /** The same colonel, signed in with another browser. */
  readonly elsewhere: Browser;
  readonly guessed: Person;
  readonly customer: Person;
  /** Of the colonel, with every scope that there is. */
  readonly token: string;
}

const SCOPES = '[SECRETS_WRITE, SECRETS_READ_META, RECENT, GRAPHQL_ADHOC, ACCOUNT, DOMAINS, EVENTS_READ]';
const unknown = '0198a7c4-5b1c-7d2e-8f3a-4b5c6d7e8f90';
const typed = `confirmation: "${confirmationOf(unknown)}", reason: LEGAL`;

/** Every change that needs a proof, of something that there is not. */
const changes: Readonly<Record<string, string>> = {
  changeCustomerPlan: `input: { id: "${unknown}", plan: "identity", ${typed} }`,
  removeCustomerTwoStep: `input: { id: "${unknown}", ${typed} }`,
  endCustomerSessions: `input: { id: "${unknown}", ${typed} }`,
  disableCustomer: `input: { id: "${unknown}", ${typed} }`,
  enableCustomer: `input: { id: "${unknown}", ${typed} }`,
  removeCustomDomain: `input: { id: "${unknown}", ${typed} }`,
  burnListedSecrets: `input: { ids: ["${unknown}"], ${typed} }`,
  liftLimit: `input: { id: "${unknown}", ${typed} }`,
  settleEvent: `input: { eventId: "${unknown}", service: SECRETS, consumer: "secrets.plan-limits@1", action: RETRY, ${typed} }`,
  settleEmail: `input: { deliveryId: "${unknown}", action: GIVE_UP, ${typed} }`,
  addWebhook: 'input: { url: "http://127.0.0.1:9/x", of: INSTALLATION }',
};
const documents = Object.entries(changes).map(([name, input]) => `mutation { ${name}(${input}) { __typename } }`);
const CONFIRM =
  'mutation ($input: ConfirmIdentityInput!) { confirmIdentity(input: $input) { __typename ... on Refusal { code } } }';

let program: AttackedProgram<Cast>;
let database: pg.Client;
let colonel: Browser;
let elsewhere: Browser;

beforeAll(async () => {
  program = await startAttacked('colonel-proof', {
    env: { ONCEOVER_WEBHOOK_ALLOWED_HOSTS: 'http://127.0.0.1' },
    async prepare(people) {
      const [colonel, guessed] = [
        await people.colonel({ secondFactor: true }),
        await people.colonel({ secondFactor: true }),
      ];
      const input = `{ name: "all", scopes: ${SCOPES}, expiresInDays: 1 }`;
      const query = `mutation { createApiToken(input: ${input}) { ... on CreatedApiToken { token } } }`;
      const { token } = (await colonel.browser.graph(query)).json.data.createApiToken;
      const elsewhere = await people.signedIn(colonel);
      return { colonel, guessed, elsewhere, customer: await people.customer(), token: basic(colonel.email, token) };
    },
  });
  database = new pg.Client(program.database);
  await database.connect();
  colonel = program.cast.colonel.browser.copy(program.url);
  elsewhere = program.cast.elsewhere.copy(program.url);
});
afterAll(async () => {
  await database.end();
  await program[Symbol.asyncDispose]();
});

/** As if everybody had proven themselves a quarter of an hour ago. */
const expire = () =>
  database.query("update accounts.session set proven_at = clock_timestamp() - interval '15 minutes'");
const code = (person: Person) => person.recoveryCodes.shift() ?? expect.fail('no recovery code is left');

/** What the graph said to a document: the type of the answer, or the code of the error. */
async function saidTo(
  browser: Browser,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { json } = await browser.copy().graph(query, variables);
  const [answer] = Object.values(json.data ?? {}) as ({ __typename: string; code?: string } | null)[];
  return answer?.code ?? answer?.__typename ?? json.errors?.[0]?.extensions.code;
}

const confirm = (browser: Browser, recovery: string, password = PASSWORD) =>
  saidTo(browser, CONFIRM, { input: { password, code: recovery } });

const whatOperatorsDid = async () =>
  (
    await database.query(
      "select count(*)::int as count from accounts.events where meta -> 'actor' ->> 'kind' = 'operator'",
    )
  ).rows;

test('without a proof of the last quarter of an hour no change is made, however often it is asked for', async () => {
  await expire();
  const before = await whatOperatorsDid();
  await program.attack('changes without a proof', async () => {
    const times = volume(10);
    for (let round = 0; round < times; round += 1) {
      for (const document of documents)
        expect([document, await saidTo(colonel, document)]).toEqual([document, 'ReauthenticationRequired']);
    }
    return times * documents.length;
  });
  expect(await whatOperatorsDid()).toEqual(before);
});

test('the proof of one session is none of another, of the same colonel or not', async () => {
  await expire();
  expect(await confirm(elsewhere, code(program.cast.colonel))).toBe('IdentityConfirmed');
  for (const document of documents) {
    expect([document, await saidTo(colonel, document)]).toEqual([document, 'ReauthenticationRequired']);
  }
  expect(await saidTo(elsewhere, documents[0] ?? '')).toBe('UnknownCustomer');
});

test('a proof that was heard is worth nothing a second time: of many at once with one code, one counts', async () => {
  await expire();
  const recovery = code(program.cast.colonel);
  await program.attack('proofs sent again', async () => {
    const asked = [colonel, elsewhere, colonel, elsewhere].map((browser) => confirm(browser, recovery));
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === 'IdentityConfirmed')).toHaveLength(1);
    return answers.length - 1;
  });
  await expire();
  expect(await confirm(colonel, recovery)).not.toBe('IdentityConfirmed');
  expect(await saidTo(colonel, documents[0] ?? '')).toBe('ReauthenticationRequired');
});

test('a customer, a visitor and a token prove nothing with what a colonel would say, and use up no code', async () => {
  const { cast, url } = program;
  const recovery = code(cast.guessed);
  const guessed = cast.guessed.browser.copy(url);
  const customer = cast.customer.browser.copy(url);
  const visitor = new Browser(url);
  const byToken = async (query: string, variables = {}, headers: Readonly<Record<string, string>> = {}) => {
    const type = { 'content-type': 'application/json', authorization: cast.token, ...headers };
    const { json } = await ask(url, '/graphql', { body: JSON.stringify({ query, variables }), headers: type });
    return json.errors?.[0]?.extensions.code;
  };
  const proof = { input: { password: PASSWORD, code: recovery } };
  await program.attack('proofs of others', async () => {
    const times = volume(10);
    for (let round = 0; round < times; round += 1) {
      expect(await saidTo(customer, CONFIRM, proof)).toBe('NOT_AUTHORIZED');
      expect(await saidTo(visitor, CONFIRM, proof)).toBe('NOT_AUTHORIZED');
      expect(await byToken(CONFIRM, proof)).toBe('NOT_AUTHORIZED');
      // The cookie of a colonel beside a token is not looked at.
      expect(await byToken(CONFIRM, proof, { cookie: guessed.cookie ?? '' })).toBe('NOT_AUTHORIZED');
    }
    return times * 4;
  });
  for (const document of documents) {
    const said = [await saidTo(customer, document), await saidTo(visitor, document), await byToken(document)];
    expect([document, ...said]).toEqual([document, 'NOT_AUTHORIZED', 'NOT_AUTHORIZED', 'NOT_AUTHORIZED']);
  }
  await expire();
  expect(await confirm(guessed, recovery)).toBe('IdentityConfirmed');
});

test('nothing in a request passes for a proof', async () => {
  await expire();
  const { cookie = '', shrimp = '' } = colonel;
  const headers = { 'content-type': 'application/json', cookie, 'o-shrimp': shrimp };
  const now = String(Date.now());
  for (const more of [{ 'x-proven-at': now }, { provenat: now }, { 'o-proof': PASSWORD }, { 'x-operator': 'true' }]) {
    const body = JSON.stringify({
      query: documents[3],
      variables: { provenAt: Date.now() },
      extensions: { provenAt: Date.now() },
    });
    const { json } = await ask(program.url, '/graphql', { body, headers: { ...headers, ...more } });
    expect(json.data.disableCustomer.__typename).toBe('ReauthenticationRequired');
  }
});

test('REST has no way round the proof: it shows colonels something, changes nothing, and knows no tokens there', async () => {
  const changing = routeTable.filter(({ method, path }) => /colonel|customers|operator/.test(path) && method !== 'GET');
  expect(changing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  const { token, customer, colonel: owner } = program.cast;
  for (const path of ['/api/v2/colonel', '/colonel', '/colonel/audit']) {
    const byToken = await ask(program.url, path, { headers: { authorization: token, accept: 'application/json' } });
    // A page takes whoever brings a token for a visitor, and asks to sign in.
    expect([path, byToken.status]).toEqual([path, path.startsWith('/api') ? 403 : 200]);
    expect(byToken.text).not.toContain(owner.email);
    const byCustomer = await customer.browser.copy(program.url).get(path, { accept: 'application/json' });
    expect([path, [302, 403, 404].includes(byCustomer.status)]).toEqual([path, true]);
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status } = await ask(program.url, '/api/v2/colonel', { method, headers: { cookie: colonel.cookie ?? '' } });
    expect([method, [400, 403, 404, 405].includes(status)]).toEqual([method, true]);
  }
});

test('a proof cannot be guessed: after five wrong ones even the right one waits, and other colonels do not', async () => {
  await expire();
  const guessed = program.cast.guessed.browser.copy(program.url);
  await program.attack('guesses', async () => {
    const said: string[] = [];
    for (let number = 0; number < volume(30); number += 1)
      said.push(await confirm(guessed, `AAAAA-${10_000 + number}`));
    expect(said.slice(0, 5)).toEqual(said.slice(0, 5).map(() => 'account.wrong-code'));
    expect(new Set(said.slice(5))).toEqual(new Set(['account.too-many-tries']));
    return said.length;
  });
  expect(await confirm(guessed, code(program.cast.guessed))).toBe('account.too-many-tries');
  expect(await confirm(elsewhere, code(program.cast.colonel))).toBe('IdentityConfirmed');
  expect(program.faults).toEqual([]);
});
