import { inProcessSubgraph, type Subgraph } from '@onceover/graphql-kit/subgraph';
import { type SubgraphName, sdlOf, subgraphNames } from '@onceover/schema/sdl';
import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  typeFromAST,
} from 'graphql';

/** How services answer that know nothing but their types. */
export interface Mood {
  /** Which member of a union, which word of an enum. */
  readonly choice: number;
  /** Whether whatever may be null is null. */
  readonly isSparing?: boolean;
  /** Called for each field; what it throws or returns is answered, unless it returns undefined. */
  readonly interrupt?: (field: string) => unknown;
}

/** All three services; `mood` is asked anew for every field. */
export function answeringAnything(mood: () => Mood): Subgraph[] {
  return subgraphNames.map((name) => subgraph(name, mood));
}

export function schemaOf(name: SubgraphName): GraphQLSchema {
  return buildASTSchema(parse(sdlOf(name)), { assumeValidSDL: true });
}

function subgraph(name: SubgraphName, mood: () => Mood): Subgraph {
  const schema = schemaOf(name);
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => !!type);
  return inProcessSubgraph({
    name,
    sdl: sdlOf(name),
    resolvers: Object.fromEntries(roots.map((type) => [type.name, propertiesOf(schema, type, mood)])),
    contextFor: (caller) => ({ caller }),
    onFault: () => undefined,
  });
}

type Fields = Extract<ReturnType<GraphQLSchema['getQueryType']>, object>;

function propertiesOf(schema: GraphQLSchema, type: Fields, mood: () => Mood): Record<string, () => Promise<unknown>> {
  const fields = Object.values(type.getFields());
  return Object.fromEntries(
    fields.map((field) => [field.name, async () => answer(schema, { name: field.name, type: field.type }, mood)]),
  );
}

interface Field<Type> {
  readonly name: string;
  readonly type: Type;
}

function answer(schema: GraphQLSchema, { name, type }: Field<GraphQLOutputType>, mood: () => Mood): unknown {
  const { choice, isSparing, interrupt } = mood();
  const interruption = interrupt?.(name);
  if (interruption !== undefined) return interruption;
  if (isSparing && !isNonNullType(type)) return null;
  return present(type);

  function present(wanted: GraphQLOutputType): unknown {
    if (isNonNullType(wanted)) return present(wanted.ofType);
    if (isListType(wanted)) return [present(wanted.ofType), present(wanted.ofType)];
    if (isLeafType(wanted)) return leaf({ name, type: wanted }, choice);
    const possible = isAbstractType(wanted) ? schema.getPossibleTypes(wanted) : [wanted];
    const found = possible[choice % possible.length];
    return found && { __typename: found.name, ...propertiesOf(schema, found, mood) };
  }
}

function leaf({ name, type }: Field<GraphQLInputType & GraphQLOutputType>, choice: number): unknown {
  if (isEnumType(type)) return type.getValues()[choice % type.getValues().length]?.name;
  return { Int: 7, Float: 0.5, Boolean: true, UnixTime: 1_900_000_000 }[String(type)] ?? `some ${name}`;
}

/** Variables that fit a document. */
export function variablesFor(schema: GraphQLSchema, document: DocumentNode): Record<string, unknown> {
  const [operation] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const defined = operation?.variableDefinitions ?? [];
  return Object.fromEntries(
    defined.map(({ variable, type: node }) => {
      const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]);
      const name = variable.name.value;
      return [name, isInputType(type) ? input({ name, type }) : undefined];
    }),
  );
}

function input({ name, type }: Field<GraphQLInputType>): unknown {
  if (isNonNullType(type)) return input({ name, type: type.ofType });
  if (isListType(type)) return [input({ name, type: type.ofType })];
  if (!isInputObjectType(type)) return leaf({ name, type }, 0);
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, input(field)]));
}
