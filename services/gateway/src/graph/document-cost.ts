import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { OperationVariables } from '../operations/stored-operation.ts';
import { type Asked, answersOf, membersOf, type SameAnswer } from './field-limits.ts';

/** How much a document asks with these variables, as they were sent. */
export type DocumentCost = (variables: OperationVariables) => number;

/** What is known when a document is read, or only with its variables. */
type Count = number | DocumentCost;

/** How many items a list is counted as having if nothing says how many there are. */
const UNTOLD_ITEMS = 10;
const ITEMS_PER_POINT = 10;
/** The longest page that a service gives. */
const MOST_ITEMS = 1000;

/**
 * The cost of an operation in points, worked out once: one for every object it asks, and one for every ten items of a list,
 * each time as often as what it is part of; at least one. How long a list is, is said by its own or its parent's `first`.
 * Of the members of a union the most expensive counts.
 */
export function costOf(asked: Asked, operation: OperationDefinitionNode): DocumentCost {
  const root = asked.schema.getRootType(operation.operation);
  if (!root) return () => 1;
  const cost = costOfObject({ ...asked, operation }, root, [operation.selectionSet]);
  return (variables) => Math.max(1, known(cost, variables));
}

interface Walk extends Asked {
  readonly operation: OperationDefinitionNode;
}

/** The cost of the fields of one object; `items`: how many its lists have. */
function costOfObject(walk: Walk, type: GraphQLObjectType, sets: readonly SelectionSetNode[], items?: Count): Count {
  const costs: Count[] = [];
  for (const nodes of answersOf(walk.document, sets).values()) {
    // A fragment on another member of a union may ask what this one does not have.
    const field = type.getFields()[nodes[0].name.value];
    if (field !== undefined) costs.push(costOfField(walk, field, nodes, items));
  }
  return sum(costs);
}

function costOfField(walk: Walk, field: GraphQLField<unknown, unknown>, nodes: SameAnswer, items?: Count): Count {
  const members = membersOf(walk.schema, getNamedType(field.type));
  if (members.length === 0) return 0;
  const selected = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const asked = itemsOf(walk, field, nodes[0]);
  if (!isListType(getNullableType(field.type))) {
    return sum([1, most(members.map((member) => costOfObject(walk, member, selected, asked)))]);
  }
  const each = most(members.map((member) => costOfObject(walk, member, selected)));
  return product(inTens(asked ?? items ?? UNTOLD_ITEMS), sum([1, each]));
}

/** What the argument `first` says, if the field has it. */
function itemsOf({ operation }: Walk, field: GraphQLField<unknown, unknown>, node: FieldNode): Count | undefined {
  const argument = field.args.find(({ name }) => name === 'first');
  if (argument === undefined) return undefined;
  const given = node.arguments?.find(({ name }) => name.value === 'first')?.value;
  const otherwise = bounded(argument.defaultValue);
  if (given?.kind !== Kind.VARIABLE) return given === undefined ? otherwise : literal(given);
  const name = given.name.value;
  const defined = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  const missing = defined?.defaultValue === undefined ? otherwise : literal(defined.defaultValue);
  return (variables) => (variables[name] === undefined ? missing : bounded(variables[name]));
}

function literal(value: ValueNode): number {
  return bounded(value.kind === Kind.INT ? Number(value.value) : undefined);
}

/** A value that is no number is refused before anything runs. */
function bounded(value: unknown): number {
  return typeof value === 'number' ? Math.min(Math.max(value, 1), MOST_ITEMS) : MOST_ITEMS;
}

function inTens(items: Count): Count {
  return applied([items], ([count = 0]) => Math.ceil(count / ITEMS_PER_POINT));
}

const sum = (counts: readonly Count[]) => applied(counts, (values) => values.reduce((left, right) => left + right, 0));
const product = (...counts: readonly Count[]) =>
  applied(counts, (values) => values.reduce((left, right) => left * right, 1));
const most = (counts: readonly Count[]) => applied(counts, (values) => Math.max(0, ...values));

/** Applied at once if all is known, otherwise once the variables are. */
function applied(counts: readonly Count[], apply: (values: readonly number[]) => number): Count {
  const isKnown = (count: Count) => typeof count === 'number';
  if (counts.every(isKnown)) return apply(counts);
  return (variables) => apply(counts.map((count) => known(count, variables)));
}

function known(count: Count, variables: OperationVariables): number {
  return typeof count === 'number' ? count : count(variables);
}
