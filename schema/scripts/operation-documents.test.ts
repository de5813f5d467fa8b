import { readdirSync } from 'node:fs';
import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { definitionsIn, operationDocuments, schemaOf } from './operation-documents.ts';

const teas = 'type Query { tea(id: ID!): Tea } type Tea { id: ID! leaf: Leaf! } type Leaf { name: String! }';
// As a subgraph may, it extends types that it does not define.
const cups = 'extend type Query { cups: Int! } extend type Mutation { wash: Int! } extend type Mutation { dry: Int! }';
const schemas = {
  subgraphs: {
    secrets: schemaOf(teas),
    accounts: schemaOf(cups),
    notifications: schemaOf('type Query { mail: Int }'),
    audit: schemaOf('type Query { entry: Int }'),
  },
  supergraph: schemaOf(`${teas} ${cups}`),
};
const documentsOf = (text: string) => operationDocuments(parse(text).definitions, schemas);

test('an operation is sent without its directive, with the fragments it needs and no others', () => {
  const [tea, both] = documentsOf(`
    fragment Unused on Tea { id }
    fragment LeafName on Leaf { name }
    fragment TeaFields on Tea { id leaf { ...LeafName } }
    query Tea($id: ID!) @to(subgraph: SECRETS) { tea(id: $id) { ...TeaFields } }
    query Both @planned { cups tea(id: 1) { id } }
  `);
  expect(tea).toMatchObject({ name: 'Tea', kind: 'query', to: 'secrets' });
  expect(tea?.document).toMatch(/^query Tea\(\$id: ID!\) \{/);
  expect(tea?.document.match(/fragment \w+/g)).toEqual(['fragment TeaFields', 'fragment LeafName']);
  expect(both).toMatchObject({ name: 'Both', to: 'planned' });
});

test.each([
  ['no destination', 'query Tea { cups }', 'Tea: say @to(subgraph: …) or @planned'],
  ['an unknown service', 'query Tea @to(subgraph: KITCHEN) { cups }', 'Tea: no destination is called'],
  ['a field that the service does not answer', 'query Tea @to(subgraph: SECRETS) { cups }', 'Tea does not fit secrets'],
  [
    'a mutation that the service does not answer',
    'mutation Fill @to(subgraph: ACCOUNTS) { fill }',
    'Fill does not fit',
  ],
  ['a field that nobody answers', 'query Tea @planned { sugar }', 'Tea does not fit planned'],
  ['a plan that nobody needs', 'query Tea @planned { cups }', 'Tea: accounts answers it alone'],
])('%s stops the generator', (_what, text, message) => {
  expect(() => documentsOf(text)).toThrow(message);
});

test('every mutation of a service is found, in whichever file it is', () => {
  const sent = documentsOf(
    'mutation Wash @to(subgraph: ACCOUNTS) { wash } mutation Dry @to(subgraph: ACCOUNTS) { dry }',
  );
  expect(sent).toMatchObject([{ kind: 'mutation', to: 'accounts' }, { name: 'Dry' }]);
});

test('an operation of the web app has a file of its own, named like it, and so has a fragment that several share', () => {
  const folder = new URL('../graphql/operations/', import.meta.url);
  const files = readdirSync(folder).map((file) => file.replace(/\.graphql$/, ''));
  const found = definitionsIn(folder).map((node) =>
    node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION ? node.name?.value : node,
  );
  expect(found).toEqual(files.toSorted());
});
