import { webOperations } from '@onceover/schema/operations';
import { supergraphSdl } from '@onceover/schema/sdl';
import { buildSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { storedOperations } from '../operations/operations.generated.ts';
import { costOf } from './document-cost.ts';

const schema = buildSchema(`
  type Query { box(key: String): Box, boxes: [Box!]!, page(first: Int! = 50): Page!, found: Found, words: [String!]! }
  type Page { nodes: [Box!]!, count: Int! }
  type Box { key: String!, lid: Lid, tags: [Tag!]!, inner: Box, page(first: Int! = 20): Page! }
  type Lid { colour: String }
  type Tag { word: String }
  union Found = Box | Tag
`);

function costIn(graph: typeof schema, text: string, variables: Readonly<Record<string, unknown>> = {}): number {
  const document = parse(text);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return costOf({ schema: graph, document }, operation as OperationDefinitionNode)(variables);
}

const cost = (text: string, variables?: Readonly<Record<string, unknown>>) => costIn(schema, text, variables);

test.each([
  ['{ __typename }', 1],
  ['{ words }', 1],
  ['{ box { key } }', 1],
  ['{ box { key lid { colour } } }', 2],
  ['{ a: box { key } b: box { key } }', 2],
  ['{ box { key } box { lid { colour } } }', 2],
  ['{ boxes { key } }', 1],
  ['{ boxes { lid { colour } } }', 2],
  ['{ page { count } }', 1],
  ['{ page { nodes { key } } }', 6],
  ['{ page(first: 100) { nodes { key } } }', 11],
  ['{ page(first: 100) { nodes { tags { word } } } }', 21],
  ['{ page(first: 100) { nodes { page(first: 100) { nodes { key } } } } }', 121],
  ['{ page(first: 1000) { nodes { page(first: 1000) { nodes { tags { word } } } } } }', 20_201],
  ['{ found { ... on Box { lid { colour } inner { key } } ... on Tag { word } } }', 3],
  ['{ ...A } fragment A on Query { page(first: 30) { ...B } } fragment B on Page { nodes { key } }', 4],
])('%s costs %d', (text, points) => {
  expect(cost(text)).toBe(points);
});

test('how long a list is can come in a variable, which may be missing or nonsense', () => {
  const text = 'query ($n: Int!) { page(first: $n) { nodes { key } } }';
  expect([10, 11, 1000].map((n) => cost(text, { n }))).toEqual([2, 3, 101]);
  expect([-5, 1e9, 'many', null].map((n) => cost(text, { n }))).toEqual([2, 101, 101, 101]);
  expect(cost(text)).toBe(6);
  expect(cost('query ($n: Int! = 200) { page(first: $n) { nodes { key } } }')).toBe(21);
});

test('what the web app asks costs a customer less than a tenth of a minute, with long lists too', () => {
  const real = buildSchema(supergraphSdl(), { assumeValidSDL: true });
  const lists = { first: 100, received: 500, notReceived: 500 };
  for (const { document } of [...webOperations, ...storedOperations]) {
    expect(costIn(real, document, lists), document).toBeLessThan(200);
  }
});
