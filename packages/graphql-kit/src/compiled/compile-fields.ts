import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  type ResponsePath,
  type SelectionSetNode,
} from 'graphql';
import type { CompiledField } from './answer-fields.ts';
import { compileArguments } from './compile-input.ts';
import { abstract, type Complete, leaf, list, nullable, object, required, settling } from './complete-value.ts';
import { isPrototype, NotCovered } from './not-covered.ts';
import type { Run } from './run.ts';
import { type Definitions, type FieldNodes, selectedFields } from './selected-fields.ts';

export interface Compilation extends Definitions {
  readonly operation: OperationDefinitionNode;
  /** How many fields may still be compiled: a union is compiled once for each type that it can be. */
  fieldsLeft: number;
}

/** A field as it is asked of one type. */
interface AskedField {
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** Its name in the answer. */
  readonly name: string;
  readonly nodes: FieldNodes;
}

/**
 * Compiles what selections ask of an object of that type.
 *
 * Refuses  `NotCovered` for introspection, for types that their resolvers tell apart by anything but `__typename`, and
 *          for more fields than there may be
 */
export function compileFields(
  compilation: Compilation,
  parent: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): CompiledField[] {
  if (parent.isTypeOf) throw new NotCovered();
  return [...selectedFields(compilation, parent, sets)].map(([name, nodes]) => {
    compilation.fieldsLeft -= 1;
    if (compilation.fieldsLeft < 0 || isPrototype(name)) throw new NotCovered();
    const fieldName = nodes[0].name.value;
    if (fieldName === '__typename') return { name, answer: () => parent.name };
    const field = parent.getFields()[fieldName];
    if (field === undefined) throw new NotCovered();
    return compileField(compilation, { parent, field, name, nodes });
  });
}

function compileField(compilation: Compilation, asked: AskedField): CompiledField {
  const { parent, field, name, nodes } = asked;
  const read = reading(compilation, asked);
  const { settle, fail } = settling(field.type, completion(compilation, asked, field.type), nodes);
  const placeBelow = (above: ResponsePath | undefined) => ({ prev: above, key: name, typename: parent.name });
  const answer: CompiledField['answer'] = (source, above, run) => {
    const at = placeBelow(above);
    let value: unknown;
    try {
      value = read(source, at, run);
    } catch (error) {
      return fail(error, at, run);
    }
    return settle(value, at, run);
  };
  const leafType = getNullableType(field.type);
  if (field.resolve || field.args.length > 0 || !isLeafType(leafType)) return { name, answer };
  return {
    name,
    // Most fields: a text, a number or a boolean of an object. Where they are is noted only for errors and resolvers.
    answer(source, above, run) {
      if (typeof source !== 'object' || source === null) return answer(source, above, run);
      let value: unknown;
      try {
        value = Reflect.get(source, field.name);
        const plain = isPlain(value) ? leafType.serialize(value) : undefined;
        if (plain !== undefined && plain !== null) return plain;
      } catch (error) {
        return fail(error, placeBelow(above), run);
      }
      return typeof value === 'function' ? answer(source, above, run) : settle(value, placeBelow(above), run);
    },
  };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Gets the value of a field: from its resolver, or from the property of its name. */
function reading(compilation: Compilation, { parent, field, nodes }: AskedField): Complete {
  const { schema, fragments, operation } = compilation;
  const { name: fieldName, type: returnType, resolve } = field;
  const argumentsOf = compileArguments(field, nodes[0]);
  // Written out: it is made for every call of a resolver.
  const infoOf = (path: ResponsePath, { variables }: Run): GraphQLResolveInfo => ({
    fieldName,
    fieldNodes: nodes,
    returnType,
    parentType: parent,
    path,
    schema,
    fragments,
    rootValue: undefined,
    operation,
    variableValues: variables,
  });
  if (resolve) return (source, at, run) => resolve(source, argumentsOf(run.variables), run.context, infoOf(at, run));
  return (source, at, run) => {
    const given = argumentsOf(run.variables);
    if ((typeof source !== 'object' || source === null) && typeof source !== 'function') return undefined;
    const value: unknown = Reflect.get(source, fieldName);
    return typeof value === 'function' ? value.call(source, given, run.context, infoOf(at, run)) : value;
  };
}

function completion(compilation: Compilation, asked: AskedField, type: GraphQLOutputType): Complete {
  const { schema } = compilation;
  const { parent, field, nodes } = asked;
  const where = `${parent.name}.${field.name}`;
  if (isNonNullType(type)) return required(completion(compilation, asked, type.ofType), where);
  if (isLeafType(type)) return nullable(leaf(type));
  if (isListType(type)) {
    const items = settling(type.ofType, completion(compilation, asked, type.ofType), nodes);
    return nullable(list(items, where));
  }
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (!isAbstractType(type)) return nullable(object(compileFields(compilation, type, sets)));
  if (type.resolveType) throw new NotCovered();
  const possible = schema.getPossibleTypes(type);
  const fieldsOf = new Map(possible.map((one) => [one.name, compileFields(compilation, one, sets)]));
  return nullable(abstract({ schema, type, nodes, where, fieldsOf }));
}
