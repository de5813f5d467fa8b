import { graphqlSync } from 'graphql';
import { expect, test } from 'vitest';
import { subgraphSchema } from './subgraph-schema.ts';

const sdl = `
  type Query { order(size: Size! = LARGE, drink: Drink! = {}): String! }
  input Drink { kind: Kind! = GREEN_TEA }
  enum Size { SMALL LARGE }
  enum Kind { GREEN_TEA COFFEE }
`;
const resolvers = {
  Size: { SMALL: 'small', LARGE: 'large' },
  Kind: { GREEN_TEA: 'green-tea', COFFEE: 'coffee' },
  Query: { order: (_parent: unknown, args: object) => JSON.stringify(args) },
};
const schema = subgraphSchema(sdl, resolvers);
const order = (source: string) => JSON.parse(String(graphqlSync({ schema, source }).data?.order));

test('a default of an enum reaches the resolver in its own word, like a value that was sent', () => {
  expect(order('{ order(size: LARGE, drink: { kind: GREEN_TEA }) }')).toEqual(order('{ order }'));
  expect(order('{ order(drink: {}) }')).toEqual({ size: 'large', drink: { kind: 'green-tea' } });
});
