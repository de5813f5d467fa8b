import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { documentKeeping, keptDocuments } from './kept-documents.ts';

const ours = 'query Ours { recentSecrets(first: 50) { nodes { key } } }';
const mayBeKept = documentKeeping([ours]);

test.each([
  ours,
  '{ viewer { custid } }',
  'query Look($key: String!) { secret(key: $key) { shortkey } }',
  'mutation ($key: String!, $is: Boolean!) { revealSecret(input: { key: $key, continue: $is }) { __typename } }',
  'query ($texts: [String!]) { a(texts: [$texts, []]) @include(if: $is) { ... on B { c } } }',
])('a document whose values come in variables may be kept: %s', (text) => {
  expect(mayBeKept(parse(text))).toBe(true);
});

test.each([
  '{ secret(key: "the key") { shortkey } }',
  '{ secret(key: """the key""") { shortkey } }',
  '{ secret(key: thekey) { shortkey } }',
  '{ secret(key: 12345678) { shortkey } }',
  '{ secret(key: 1.5) { shortkey } }',
  '{ secret(key: null) { shortkey } }',
  'mutation ($key: String!) { revealSecret(input: { key: $key, continue: true }) { __typename } }',
  'query ($keys: [String!]) { a(keys: [$keys, ["the key"]]) }',
  'query Look($key: String! = "the key") { secret(key: $key) { shortkey } }',
  '{ viewer { custid @include(if: true) } }',
  '{ viewer { custid } } # the key',
  '# the key\n{ viewer { custid } }',
  `${ours} # the key`,
  ours.replace('50', '51'),
  ours.replace('{ key }', '{ key shortkey }'),
])('a document with a value or a comment in its text is not kept: %s', async (text) => {
  expect(mayBeKept(parse(text))).toBe(false);
  const store = keptDocuments(mayBeKept);
  await store.set('its hash', parse(text));
  expect(await store.get('its hash')).toBeUndefined();
});

test('the server finds again what may be kept', async () => {
  const store = keptDocuments(mayBeKept);
  const document = parse('{ viewer { custid } }');
  await store.set('its hash', document);
  expect(await store.get('its hash')).toBe(document);
});
