import { buildSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { limitsOfFields } from './field-limits.ts';

const schema = buildSchema(`
  type Query { found: Found, anybody: Somebody, customers: [Customer!]!, metadata: Metadata }
  type Metadata { key: String }
  interface Somebody { name: String, friend: Customer }
  type Customer implements Somebody { name: String, friend: Customer, emails: [String!]!, recentCounts: Int }
  type Visitor implements Somebody { name: String, friend: Customer }
  union Found = Customer | Visitor
`);

test.each([
  ['{ metadata { key } again: metadata { key } }', ['look', 'look']],
  ['{ customers { emails } }', ['look']],
  ['{ found { ... on Customer { emails recentCounts } } }', ['look', 'look']],
  ['{ found { ...F } } fragment F on Found { ... on Customer { emails } }', ['look']],
  ['{ anybody { name ... on Customer { emails } } }', ['look']],
  ['{ found { ... on Visitor { friend { emails } } } }', ['look']],
  // It is one member, whichever: what both would count is counted once.
  ['{ found { ... on Customer { friend { emails } } ... on Visitor { friend { emails } } } }', ['look']],
  ['{ anybody { friend { emails } ... on Customer { emails } } }', ['look', 'look']],
  ['{ found { __typename ... on Visitor { name } } }', []],
])('%s counts against %j', (text, limits) => {
  const document = parse(text);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  expect(limitsOfFields({ schema, document }, operation as OperationDefinitionNode)).toEqual(limits);
});
