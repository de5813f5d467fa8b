import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { NotCovered } from './not-covered.ts';

/** What the selections of a document are looked up in. */
export interface Definitions {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/** Every selection of one answer: asked twice under one name, a field is answered once. */
export type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/**
 * The fields that selections ask of an object of that type, by the name of their answer, in the order of the answer.
 *
 * Refuses  `NotCovered` for directives, since what they include is only known when the operation runs, and for types that
 *          the schema does not have
 */
export function selectedFields(
  definitions: Definitions,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, FieldNodes> {
  const { schema, fragments } = definitions;
  const found = new Map<string, [FieldNode, ...FieldNode[]]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      mustBeUnconditional(selection.directives);
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const known = found.get(name);
        if (known === undefined) found.set(name, [selection]);
        else known.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (isMeant(schema, type, selection.typeCondition)) collect(selection.selectionSet);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments[selection.name.value];
        if (fragment === undefined) throw new NotCovered();
        mustBeUnconditional(fragment.directives);
        if (isMeant(schema, type, fragment.typeCondition)) collect(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return found;
}

export function mustBeUnconditional(directives: readonly DirectiveNode[] = []): void {
  if (directives.length > 0) throw new NotCovered();
}

/** Whether a fragment on that condition speaks of objects of that type. */
function isMeant(schema: GraphQLSchema, type: GraphQLObjectType, condition: NamedTypeNode | undefined): boolean {
  if (condition === undefined || condition.name.value === type.name) return true;
  const named = schema.getType(condition.name.value);
  if (named === undefined) throw new NotCovered();
  return isAbstractType(named) && schema.isSubType(named, type);
}
