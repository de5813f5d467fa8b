import {
  type FieldNode,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getArgumentValues,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { isPrototype, NotCovered } from './not-covered.ts';

/** Input by name: variables, arguments, or the fields of an input object. */
export type Values = Readonly<Record<string, unknown>>;

/** Input that has to be checked by graphql-js, which coerces it after all or says what is wrong with it. */
const unfit = Symbol('unfit');

type Coerce = (value: unknown) => unknown;

/**
 * Coerces the variables of an operation. Answers undefined unless each is of its type in the plainest way, so that it never
 * has to say what is wrong.
 *
 * Refuses  `NotCovered` for variables of types that the schema does not have
 */
export function compileVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
): (given: Values) => Values | undefined {
  const variables = definitions.map(({ variable, type: typeNode, defaultValue }) => {
    const type = typeFromAST(schema, typeNode as Parameters<typeof typeFromAST>[1]);
    const name = variable.name.value;
    if (!isInputType(type) || isPrototype(name)) throw new NotCovered();
    const mayBeAbsent = defaultValue === undefined && !isNonNullType(type);
    return { name, mayBeAbsent, coerce: coercion(type) };
  });
  return (given) => {
    const values: Record<string, unknown> = {};
    for (const { name, mayBeAbsent, coerce } of variables) {
      const isAbsent = !Object.hasOwn(given, name);
      if (isAbsent && mayBeAbsent) continue;
      const value = isAbsent ? unfit : coerce(given[name]);
      if (value === unfit) return undefined;
      values[name] = value;
    }
    return values;
  };
}

function coercion(type: GraphQLInputType): Coerce {
  if (isNonNullType(type)) {
    const coerce = coercion(type.ofType);
    return (value) => (value === null || value === undefined ? unfit : coerce(value));
  }
  const coerce = isListType(type)
    ? listCoercion(type.ofType)
    : isInputObjectType(type)
      ? objectCoercion(type)
      : leafCoercion(type);
  return (value) => (value === null || value === undefined ? null : coerce(value));
}

function leafCoercion(type: { parseValue(value: unknown): unknown }): Coerce {
  return (value) => {
    try {
      return type.parseValue(value) ?? unfit;
    } catch {
      return unfit;
    }
  };
}

function listCoercion(itemType: GraphQLInputType): Coerce {
  const coerce = coercion(itemType);
  return (value) => {
    if (!Array.isArray(value)) return unfit;
    const items = value.map(coerce);
    return items.includes(unfit) ? unfit : items;
  };
}

interface InputField {
  readonly defaultValue: unknown;
  readonly mayBeAbsent: boolean;
  readonly coerce: Coerce;
}

function objectCoercion(type: GraphQLInputObjectType): Coerce {
  if (type.isOneOf) return () => unfit;
  let fields: ReadonlyMap<string, InputField> | undefined;
  return (value) => {
    // Not before it is needed: a type may contain itself.
    fields ??= inputFieldsOf(type);
    return typeof value === 'object' && !Array.isArray(value) ? coerceObject(fields, value as Values) : unfit;
  };
}

function inputFieldsOf(type: GraphQLInputObjectType): ReadonlyMap<string, InputField> {
  const fields = Object.values(type.getFields()).map((field): [string, InputField] => {
    const mayBeAbsent = field.defaultValue === undefined && !isNonNullType(field.type);
    return [field.name, { defaultValue: field.defaultValue, mayBeAbsent, coerce: coercion(field.type) }];
  });
  return new Map(fields);
}

function coerceObject(fields: ReadonlyMap<string, InputField>, given: Values): unknown {
  for (const name in given) if (!fields.has(name)) return unfit;
  const values: Record<string, unknown> = {};
  for (const [name, { defaultValue, mayBeAbsent, coerce }] of fields) {
    const sent = given[name];
    if (sent === undefined && mayBeAbsent) continue;
    const value = sent === undefined ? (defaultValue ?? unfit) : coerce(sent);
    if (value === unfit) return unfit;
    values[name] = value;
  }
  return values;
}

/**
 * The arguments of a field, from the variables of its operation. The arguments throw what graphql-js throws.
 *
 * Refuses  `NotCovered` for arguments that the field does not have
 */
export function compileArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: Values) => Values {
  const nodes = new Map((node.arguments ?? []).map(({ name, value }) => [name.value, value]));
  const known = new Set(field.args.map(({ name }) => name));
  if (nodes.keys().some((name) => !known.has(name))) throw new NotCovered();
  if (known.size === 0) return () => ({});
  const given: { readonly name: string; readonly variable: string }[] = [];
  for (const argument of field.args) {
    const value = nodes.get(argument.name);
    if (value?.kind === Kind.VARIABLE) given.push({ name: argument.name, variable: value.name.value });
    else if (value !== undefined || argument.defaultValue !== undefined || isRequiredArgument(argument))
      return (variables) => getArgumentValues(field, node, variables);
  }
  return (variables) => {
    const values: Record<string, unknown> = {};
    for (const { name, variable } of given) {
      const value = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
      // The argument's default, nothing, null or an error: graphql-js knows.
      if (value === undefined || value === null) return getArgumentValues(field, node, variables);
      values[name] = value;
    }
    return values;
  };
}
