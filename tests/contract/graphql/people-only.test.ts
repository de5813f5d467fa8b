import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { fromPage, openAsPage } from '../../support/open-as-page.ts';
import { codeOf, graph } from '../support/graph.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

const CONCEAL = `mutation Conceal($input: ConcealSecretInput!) {
  concealSecret(input: $input) {
    ... on ConcealedSecret { secretKey metadata { key peopleOnly programs { kind } programCount } }
  }
}`;
const REVEAL = `mutation Reveal($input: RevealSecretInput!) {
  revealSecret(input: $input) { __typename ... on RevealedSecret { value } ... on Refusal { code message } }
}`;
const METADATA = `query Metadata($key: String!) {
  metadata(key: $key) { state peopleOnly programs { kind count first last } programCount }
}`;

async function conceal(more: object = {}) {
  const { json } = await graph(system.url, CONCEAL, { input: { secret: 'tea at 5?', ...more } });
  return json.data.concealSecret;
}
const reveal = (key: string, headers = {}) => graph(system.url, REVEAL, { input: { key, continue: true } }, headers);

test('a program is refused by type and code where only people may open, and a page opens', async () => {
  const { secretKey, metadata } = await conceal({ peopleOnly: true });
  expect(metadata).toMatchObject({ peopleOnly: true, programs: [], programCount: 0 });
  expect((await reveal(secretKey)).json.data.revealSecret).toEqual({
    __typename: 'PeopleOnly',
    code: 'secret.people-only',
    message: 'Only a person can open this secret, on the page of its link.',
  });
  await eventually(async () => {
    const { json } = await graph(system.url, METADATA, { key: metadata.key });
    expect(json.data.metadata).toMatchObject({
      state: 'NEW',
      programs: [{ kind: 'PROGRAM', count: 1 }],
      programCount: 1,
    });
  });
  expect((await openAsPage(system.url, secretKey)).json.record.secret_value).toBe('tea at 5?');
});

test('without the choice programs open as ever', async () => {
  const { secretKey, metadata } = await conceal();
  expect(metadata.peopleOnly).toBe(false);
  expect((await reveal(secretKey)).json.data.revealSecret).toEqual({
    __typename: 'RevealedSecret',
    value: 'tea at 5?',
  });
});

test('a browser opens on the page of a link, not through the graph: it has no intents', async () => {
  const { secretKey } = await conceal();
  const answer = await reveal(secretKey, fromPage);
  expect([answer.status, codeOf(answer)]).toEqual([403, 'INTENT_NEEDED']);
  expect((await openAsPage(system.url, secretKey)).status).toBe(200);
});
