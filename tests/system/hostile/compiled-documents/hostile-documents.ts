const many = (count: number, part: (number: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ');
const KEY = '0123456789abcdefghijklmnopqrstu';

/** Documents that ask too much, or in a way that would cost much to find out, by what they are; each is refused. */
export const costlyDocuments: Readonly<Record<string, string>> = {
  'aliases of one field': `{ secret(key: "${KEY}") { ${many(300, (at) => `a${at}: shortkey`)} } }`,
  'aliases at the top': `{ ${many(200, (at) => `a${at}: secret(key: "${KEY}") { shortkey }`)} }`,
  'aliases that stand for __typename': `{ ${many(60, (at) => `a${at}: secret(key: "k${at}") { __typename }`)} }`,
  'a document that is deep': `{ ${'viewer { '.repeat(200)}id${' }'.repeat(200)} }`,
  'types of types': `{ __type(name: "Query") { ${'fields { type { '.repeat(20)}name${' } }'.repeat(20)} } }`,
  'fragments that double each time': `{ ...F0 } ${many(60, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F60 on Query { ${many(11, (at) => `a${at}: plans { id }`)} }`,
  'fragments within fields that double': `{ viewer { ...F0 } } ${many(40, (at) => `fragment F${at} on Customer { recentSecrets(first: ${at + 1}) { nodes { state } } ...F${at + 1} ...F${at + 1} }`)} fragment F40 on Customer { id }`,
  'fragments in a circle': `{ ...A } fragment A on Query { ...B } fragment B on Query { ...C } fragment C on Query { ...A }`,
  'fields that do not fit each other': `{ secret(key: "a") { shortkey } ${many(150, (at) => `secret(key: "${at}") { shortkey }`)} }`,
  'directives without end': `{ secret(key: "k") { shortkey ${'@include(if: true) '.repeat(150)} } }`,
  'directives on what is not counted': `query ($a: Boolean = true ${'@deprecated '.repeat(150)}) { plans { id } }`,
  'variables without end': `query (${many(240, (at) => `$v${at}: Int`)}) { plans { id } }`,
  'operations without end': many(150, (at) => `query Q${at} { plans { id } }`),
  'a list within lists': `query ($a: ${'['.repeat(200)}Int${']'.repeat(200)}) { plans { id } }`,
  'an object within objects': `mutation { concealSecret(input: ${'{ a: '.repeat(200)}1${' }'.repeat(200)}) { __typename } }`,
  'more tokens than there may be': `{ plans { ${'id '.repeat(1_001)} } }`,
  'more letters than there may be': `{ plans { id } } #${'x'.repeat(15_001)}`,
  'a text without end': `{ secret(key: "${'\\u0000'.repeat(4_000)} }`,
};

/** Bodies that are no plain question. */
export const oddBodies: Readonly<Record<string, string>> = {
  'a batch': JSON.stringify(Array.from({ length: 50 }, () => ({ query: '{ plans { id } }' }))),
  'a persisted query': JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
  'a persisted query with its text': JSON.stringify({
    query: '{ nothing }',
    extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
  }),
  'an id in place of a document': JSON.stringify({ id: 'ShowPageViewer', documentId: 'sha256:x', variables: {} }),
  'a document that is a list': JSON.stringify({ query: ['{ plans { id } }'] }),
  'a document that is an object': JSON.stringify({ query: { toString: '{ plans { id } }' } }),
  'variables that are a list': JSON.stringify({ query: '{ nothing }', variables: [1] }),
  'variables that are a text': JSON.stringify({ query: '{ nothing }', variables: '{}' }),
  'JSON that is deep': `{"query":"{ plans { id } }","variables":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  'JSON of many values': JSON.stringify({ query: '{ plans { id } }', variables: { a: new Array(20_000).fill(1) } }),
  'a body beyond 64 KB': JSON.stringify({ query: `{ plans { id } } #${'x'.repeat(70_000)}` }),
  'no JSON': 'query=%7B%20plans%20%7D',
  nothing: '',
};
