import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
  parse,
  valueFromAST,
} from 'graphql';

type SubgraphModules = Parameters<typeof buildSubgraphSchema>[0];

export function subgraphSchema(sdl: string, resolvers: unknown): GraphQLSchema {
  const schema = buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers }] as SubgraphModules);
  readDefaultsAgain(schema);
  return schema;
}

/** The defaults were read before the enums got the words that resolvers use, so they hold the graph's words instead. */
function readDefaultsAgain(schema: GraphQLSchema): void {
  const types = Object.values(schema.getTypeMap());
  const inputFields = types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields()));
  const fields = types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()));
  // Input fields first: the default of an argument may be an object that leaves some out.
  for (const input of inputFields) readDefault(input);
  for (const argument of fields.flatMap(({ args }) => args)) readDefault(argument);
}

function readDefault(input: GraphQLArgument | GraphQLInputField): void {
  const node = input.astNode?.defaultValue;
  if (node) input.defaultValue = valueFromAST(node, input.type);
}
