import { inProcessSubgraph, type Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { type SubgraphName, sdlOf, subgraphNames, supergraphSdl } from '@onceover/schema/sdl';
import {
  buildASTSchema,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  parse,
} from 'graphql';

/** How services answer that know nothing but their types. */
export interface Mood {
  /** Which member of a union, which word of an enum. */
  readonly choice: number;
  /** Whether whatever may be null is null. */
  readonly isSparing?: boolean;
  /** Called for each field; what it throws or returns is answered, unless it returns undefined. */
  readonly interrupt?: (type: string, field: string) => unknown;
}

/** The types of all services together. */
export const everyType = buildASTSchema(parse(supergraphSdl()), { assumeValidSDL: true });

/** All three services; `mood` is asked anew for every field. */
export function answeringAnything(mood: () => Mood): Subgraph<Caller>[] {
  return subgraphNames.map((name) => subgraph(name, mood));
}

function subgraph(name: SubgraphName, mood: () => Mood): Subgraph<Caller> {
  // What a service does not have it leaves out by itself.
  const roots = [everyType.getQueryType(), everyType.getMutationType()].filter((type) => !!type);
  return inProcessSubgraph({
    name,
    sdl: sdlOf(name),
    resolvers: Object.fromEntries(roots.map((type) => [type.name, propertiesOf(type, mood)])),
    contextFor: (caller) => ({ caller }),
    onFault: () => undefined,
  });
}

function propertiesOf(type: GraphQLObjectType, mood: () => Mood): Record<string, () => Promise<unknown>> {
  const answer = (field: Field<GraphQLOutputType>): unknown => {
    const { choice, isSparing, interrupt } = mood();
    const interruption = interrupt?.(type.name, field.name);
    if (interruption !== undefined) return interruption;
    return isSparing && !isNonNullType(field.type) ? null : answerOf(field, choice, mood);
  };
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, async () => answer(field)]));
}

export interface Field<Type> {
  readonly name: string;
  readonly type: Type;
}

function answerOf({ name, type }: Field<GraphQLOutputType>, choice: number, mood: () => Mood): unknown {
  if (isNonNullType(type)) return answerOf({ name, type: type.ofType }, choice, mood);
  if (isListType(type)) return [0, 1].map(() => answerOf({ name, type: type.ofType }, choice, mood));
  if (isLeafType(type)) return leafOf({ name, type }, choice);
  const possible = isAbstractType(type) ? everyType.getPossibleTypes(type) : [type];
  const found = possible[choice % possible.length];
  return found && { __typename: found.name, ...propertiesOf(found, mood) };
}

/** A value of a scalar or an enum. */
export function leafOf({ name, type }: Field<GraphQLInputType & GraphQLOutputType>, choice: number): unknown {
  if (isEnumType(type)) return type.getValues()[choice % type.getValues().length]?.name;
  return { Int: 7, Float: 0.5, Boolean: true, UnixTime: 1_900_000_000 }[String(type)] ?? `some ${name}`;
}
