import { expect, test } from 'vitest';
import { expectUnknownSecret } from '../support/expectations.ts';
import { graph } from '../support/graph.ts';
import { claimToken, conceal, look, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

const CONCEAL = `mutation Conceal($input: ConcealSecretInput!) {
  concealSecret(input: $input) {
    __typename
    ... on ConcealedSecret { secretKey value isReplay metadata { key state secretTtl secretKey } }
    ... on Refusal { code message }
  }
}`;
const LOOK = 'query Look($key: String!) { secret(key: $key) { shortkey hasPassphrase isOwner } }';
const REVEAL = `mutation Reveal($input: RevealSecretInput!) {
  revealSecret(input: $input) {
    __typename
    ... on RevealedSecret { value isReplay }
    ... on Refusal { code message }
  }
}`;
const BURN = `mutation Burn($input: BurnSecretInput!) {
  burnSecret(input: $input) {
    __typename
    ... on BurnedSecret { metadata { state burned } }
    ... on SecretNotBurnable { code state }
    ... on Refusal { code message }
  }
}`;
const METADATA = 'query Metadata($key: String!) { metadata(key: $key) { state secretKey received deliveryConfirmed } }';

async function run(document: string, variables: Readonly<Record<string, unknown>>) {
  const answer = await graph(system.url, document, variables);
  expect(answer.json.errors).toBeUndefined();
  return answer.json.data;
}

test('conceal, look, reveal, gone: the walkthrough with GraphQL', async () => {
  const { concealSecret } = await run(CONCEAL, { input: { secret: 'tea at 5?', ttl: 1800 } });
  expect(concealSecret).toMatchObject({ __typename: 'ConcealedSecret', value: null, isReplay: false });
  expect(concealSecret.metadata).toMatchObject({ state: 'NEW', secretTtl: 1800 });
  const key = concealSecret.secretKey;
  expect((await run(LOOK, { key })).secret).toMatchObject({ hasPassphrase: false, isOwner: false });
  const metadataKey = concealSecret.metadata.key;
  expect((await run(METADATA, { key: metadataKey })).metadata).toMatchObject({ state: 'NEW', secretKey: key });
  const opened = await run(REVEAL, { input: { key, continue: true } });
  expect(opened.revealSecret).toEqual({ __typename: 'RevealedSecret', value: 'tea at 5?', isReplay: false });
  const gone = await run(REVEAL, { input: { key, continue: true } });
  expect(gone.revealSecret).toEqual({ __typename: 'SecretGone', code: 'secret.gone', message: 'Unknown secret' });
  expect((await run(LOOK, { key })).secret).toBeNull();
  expect((await run(METADATA, { key: metadataKey })).metadata).toMatchObject({ state: 'RECEIVED', secretKey: null });
});

test('the graph and /api/v2 see the same secrets', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  expect((await run(LOOK, { key: secretKey })).secret).not.toBeNull();
  expect((await run(BURN, { input: { key: metadataKey, continue: true } })).burnSecret).toMatchObject({
    __typename: 'BurnedSecret',
    metadata: { state: 'BURNED' },
  });
  expectUnknownSecret(await look(system.url, secretKey), secretKey);
  expect((await run(BURN, { input: { key: metadataKey, continue: true } })).burnSecret).toMatchObject({
    __typename: 'SecretNotBurnable',
    state: 'BURNED',
  });
});

test('a refusal is a member of the union', async () => {
  const refusalOf = async (input: object) => (await run(CONCEAL, { input })).concealSecret.code;
  expect(await refusalOf({ secret: '' })).toBe('secret.empty');
  expect(await refusalOf({ secret: 'a', passphrase: 'x'.repeat(257) })).toBe('secret.passphrase-too-long');
  expect(await refusalOf({ secret: 'a', recipients: ['nina@example.com'] })).toBe('secret.recipient-not-allowed');
  const key = unknownKey;
  expect((await run(REVEAL, { input: { key, continue: false } })).revealSecret.code).toBe('secret.not-confirmed');
  const { secretKey } = await conceal(system.url, { passphrase: 'plum' });
  const wrong = await run(REVEAL, { input: { key: secretKey, continue: true, passphrase: 'pear' } });
  expect(wrong.revealSecret).toMatchObject({ __typename: 'WrongPassphrase', code: 'secret.wrong-passphrase' });
});

test('the same claimant may fetch again with its key; a malformed key opens nothing', async () => {
  const { secretKey: key } = await conceal(system.url);
  const malformed = await graph(system.url, REVEAL, { input: { key, continue: true, idempotencyKey: 'short' } });
  expect(malformed.json.data?.revealSecret?.value).toBeUndefined();
  expect((await look(system.url, key)).status).toBe(200);
  const input = { key, continue: true, idempotencyKey: claimToken() };
  expect((await run(REVEAL, { input })).revealSecret).toMatchObject({ value: 'tea at 5?', isReplay: false });
  expect((await run(REVEAL, { input })).revealSecret).toMatchObject({ value: 'tea at 5?', isReplay: true });
});

test('a query across services is planned', async () => {
  const { secretKey } = await conceal(system.url);
  const both =
    'query Both($key: String!) { secret(key: $key) { hasPassphrase } plans { id limits { maxCharacters } } }';
  expect(await run(both, { key: secretKey })).toEqual({
    secret: { hasPassphrase: false },
    plans: expect.arrayContaining([{ id: 'anonymous', limits: { maxCharacters: 10_000 } }]),
  });
});
