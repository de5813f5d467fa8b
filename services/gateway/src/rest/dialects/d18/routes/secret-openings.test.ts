import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Caller } from '@onceover/schema/caller';
import { holdAskedAnswer, intentNeededAnswer, secretAnswer } from '@onceover/schema/rest/secret';
import { OutageError } from '@onceover/service-kit/errors';
import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryStores } from '../../../../edge-stores.ts';
import { ask, post } from '../../../../test-support/ask.ts';
import { gate, revealed, secretKey } from '../../../../test-support/sample-data.ts';
import { startTestGateway } from '../../../../test-support/start-test-gateway.ts';

// Each test composes a graph of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const link = `/api/v2/secret/${secretKey}`;
const asPage = {
  'o-intent': '1',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};
const observed = JSON.stringify({
  automated: false,
  readyMs: 1_500,
  gesture: 'mouse',
  moves: 9,
  inputs: 0,
  active: true,
  way: 'click',
  heldMs: 0,
});
const wrong = { __typename: 'WrongPassphrase', code: 'secret.wrong-passphrase', message: '' };
const peopleOnly = { __typename: 'PeopleOnly', code: 'secret.people-only', message: '' };

type Given = Parameters<typeof startTestGateway>[0];

/** A gateway in front of one secret; `reached` says who came through to it, and `answer` what it answers. */
async function openable(more: Given = {}) {
  const reached: Caller[] = [];
  const played = { answer: (): object => revealed };
  const gateway = await startTestGateway({
    secrets: {
      Query: { secret: () => gate },
      Mutation: {
        revealSecret: (_parent: unknown, _args: unknown, { caller }: { readonly caller: Caller }) => {
          reached.push(caller);
          return played.answer();
        },
      },
    },
    ...more,
  });
  onTestFinished(() => gateway[Symbol.asyncDispose]());
  const look = async () => (await ask(gateway.port, link, { headers: asPage })).json.intent as string;
  const claim = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = asPage) =>
    post(gateway.port, link, { continue: 'true', ...fields }, headers);
  return { gateway, reached, played, look, claim };
}

test('a look has an intent only for the page that asks for one', async () => {
  const { gateway } = await openable();
  const plain = await ask(gateway.port, link);
  expect(secretAnswer.parse(plain.json)).not.toHaveProperty('intent');
  const page = secretAnswer.parse((await ask(gateway.port, link, { headers: asPage })).json);
  expect(page).toEqual({ ...plain.json, intent: expect.stringMatching(/^i1\./) });
});

test('a program opens as ever, a browser only with the intent, and it comes through as a person', async () => {
  const { reached, look, claim } = await openable();
  expect((await claim({}, {})).status).toBe(200);
  const without = await claim({});
  expect([without.status, intentNeededAnswer.parse(without.json).code]).toEqual([409, 'intent_needed']);
  expect((await claim({ intent: await look(), observed })).status).toBe(200);
  expect(reached.map(({ isPerson }) => isPerson)).toEqual([undefined, true]);
});

test('in doubt nothing comes through, and the answer says what to do', async () => {
  const { reached, look, claim } = await openable();
  const asked = await claim({ intent: await look(), observed: '{}' });
  expect([asked.status, holdAskedAnswer.parse(asked.json).code]).toEqual([409, 'hold_asked']);
  expect(reached).toEqual([]);
});

test('a wrong passphrase comes with an intent for the next try, for a page and not for a program', async () => {
  const { played, look, claim } = await openable();
  played.answer = () => wrong;
  const first = await claim({ intent: await look(), observed });
  expect(first.json).toMatchObject({ success: false, code: 'bad_passphrase', intent: expect.stringMatching(/^i1\./) });
  played.answer = () => revealed;
  expect((await claim({ intent: first.json.intent, observed })).status).toBe(200);
  played.answer = () => wrong;
  expect((await claim({}, {})).json).not.toHaveProperty('intent');
});

test('a secret for people only tells a program so with a code of its own', async () => {
  const { played, claim } = await openable();
  played.answer = () => peopleOnly;
  const answer = await claim({}, {});
  expect([answer.status, answer.json.code]).toEqual([403, 'people_only']);
  expect(answer.json.message).toBe('Only a person can open this secret, on the page of its link.');
});

test('a claim whose secret could not be asked comes again with the same intent and the same key', async () => {
  const { played, look, claim } = await openable();
  const fields = { intent: await look(), observed };
  const headers = { ...asPage, 'idempotency-key': crypto.randomUUID() };
  played.answer = () => {
    throw new OutageError('postgres');
  };
  expect((await claim(fields, headers)).status).toBe(503);
  played.answer = () => revealed;
  expect((await claim(fields, headers)).status).toBe(200);
  const other = await claim(fields, { ...asPage, 'idempotency-key': crypto.randomUUID() });
  expect(other.json.code).toBe('intent_needed');
});

test('where spent intents cannot be noted it answers 503, and nothing came through', async () => {
  const spentIntents = { use: () => Promise.reject(new OutageError('intents')) };
  const { reached, look, claim } = await openable({
    openStores: (options) => ({ ...memoryStores(options), spentIntents }),
  });
  const answer = await claim({ intent: await look(), observed });
  expect([answer.status, answer.json.code]).toEqual([503, 'unavailable']);
  expect(reached).toEqual([]);
});

test('an intent outlives a restart; with another key the page gets a new one and goes on', async () => {
  const keysDir = await mkdtemp(path.join(tmpdir(), 'keys-'));
  onTestFinished(() => rm(keysDir, { recursive: true, force: true }));
  const env = { ONCEOVER_KEYS_DIR: keysDir };
  const before = await openable({ env });
  const intent = await before.look();
  const after = await openable({ env });
  expect((await after.claim({ intent, observed })).status).toBe(200);
  const stranger = await openable();
  const refused = await stranger.claim({ intent, observed });
  expect(refused.json.code).toBe('intent_needed');
  expect((await stranger.claim({ intent: refused.json.intent, observed })).status).toBe(200);
});

test('whoever opens the fourth link in ten seconds holds the button, where requests are limited', async () => {
  const { gateway, claim, look } = await openable();
  for (const end of ['a', 'b', 'c']) {
    await ask(gateway.port, `${link.slice(0, -1)}${end}`, { headers: asPage });
  }
  expect((await claim({ intent: await look(), observed })).json.code).toBe('hold_asked');
});

test('the graph opens for programs alone: it has no intents', async () => {
  const { gateway, reached } = await openable();
  const query = 'mutation($key: String!) { revealSecret(input: { key: $key, continue: true }) { __typename } }';
  const body = JSON.stringify({ query, variables: { key: secretKey } });
  const json = { 'content-type': 'application/json' };
  const byProgram = await ask(gateway.port, '/graphql', { headers: json, body });
  expect(byProgram.json.data.revealSecret.__typename).toBe('RevealedSecret');
  for (const more of ['', ' x']) {
    // A document with a plan, and one that the server answers.
    const document = more === '' ? body : body.replace('{ __typename }', '{ __typename ... on Refusal { code } }');
    const byBrowser = await ask(gateway.port, '/graphql', { headers: { ...json, ...asPage }, body: document });
    expect(byBrowser.json.errors[0].extensions.code).toBe('INTENT_NEEDED');
  }
  expect(reached).toHaveLength(1);
});

test('a list of networks that is wrong keeps the gateway from starting, and says where', async () => {
  const env = { ONCEOVER_SCANNER_NETWORKS: '/no/such/list' };
  await expect(startTestGateway({ env })).rejects.toThrow('ONCEOVER_SCANNER_NETWORKS: /no/such/list cannot be read');
});
