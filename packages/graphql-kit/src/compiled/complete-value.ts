import {
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isNonNullType,
  isObjectType,
  locatedError,
  type ResponsePath,
  responsePathAsArray,
} from 'graphql';
import { answerFields, type CompiledField, isPromise } from './answer-fields.ts';
import type { Run } from './run.ts';
import type { FieldNodes } from './selected-fields.ts';

/** Makes an answer of what a resolver gave; a promise where that takes time. Throws where it does not fit its type. */
export type Complete = (value: unknown, at: ResponsePath, run: Run) => unknown;

/** Where an error ends: the answer there becomes null, or if it may not be null, the error goes on to what is above. */
export interface Settling {
  /** Completes a value, or the value of a promise. */
  readonly settle: Complete;
  readonly fail: (thrown: unknown, at: ResponsePath, run: Run) => null;
}

export function settling(type: GraphQLOutputType, complete: Complete, nodes: FieldNodes): Settling {
  const isRequired = isNonNullType(type);
  const fail: Settling['fail'] = (thrown, at, run) => {
    const error = locatedError(thrown, nodes, responsePathAsArray(at));
    if (isRequired) throw error;
    run.errors.add(error, at);
    return null;
  };
  const settleNow: Complete = (value, at, run) => {
    try {
      const completed = complete(value, at, run);
      return isPromise(completed) ? completed.then(undefined, (error) => fail(error, at, run)) : completed;
    } catch (error) {
      return fail(error, at, run);
    }
  };
  const settle: Complete = (value, at, run) => {
    if (!isPromise(value)) return settleNow(value, at, run);
    return value.then(
      (resolved) => settleNow(resolved, at, run),
      (error) => fail(error, at, run),
    );
  };
  return { settle, fail };
}

/** `where` names the field, such as `Query.box`. */
export function required(complete: Complete, where: string): Complete {
  return (value, at, run) => {
    const completed = complete(value, at, run);
    if (completed === null) throw new Error(`Cannot return null for non-nullable field ${where}.`);
    return completed;
  };
}

export function nullable(complete: Complete): Complete {
  return (value, at, run) => {
    if (value instanceof Error) throw value;
    return value === null || value === undefined ? null : complete(value, at, run);
  };
}

export function leaf(type: GraphQLLeafType): Complete {
  return (value) => {
    const serialized = type.serialize(value);
    if (serialized !== null && serialized !== undefined) return serialized;
    throw new Error(`a value of ${type.name} was serialized to nothing`);
  };
}

export function list(items: Settling, where: string): Complete {
  return (value, at, run) => {
    if (!isIterable(value)) {
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${where}".`);
    }
    const answers: unknown[] = [];
    let isPending = false;
    try {
      for (const item of value) {
        const answer = items.settle(item, { prev: at, key: answers.length, typename: undefined }, run);
        isPending ||= isPromise(answer);
        answers.push(answer);
      }
    } catch (error) {
      // Nobody waits any more for those before it, and they may fail too.
      void Promise.allSettled(answers);
      throw error;
    }
    return isPending ? Promise.all(answers) : answers;
  };
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

export function object(fields: readonly CompiledField[]): Complete {
  return (value, at, run) => answerFields(fields, value, at, run);
}

/** What a union or an interface is made of. */
export interface AbstractParts {
  readonly schema: GraphQLSchema;
  readonly type: GraphQLAbstractType;
  readonly nodes: FieldNodes;
  readonly where: string;
  /** By the name of each object type that it can be. */
  readonly fieldsOf: ReadonlyMap<string, readonly CompiledField[]>;
}

/** A value says by `__typename` what it is. */
export function abstract(parts: AbstractParts): Complete {
  return (value, at, run) => {
    const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, '__typename') : undefined;
    const fields = typeof name === 'string' ? parts.fieldsOf.get(name) : undefined;
    if (fields === undefined) throw new GraphQLError(notPossible(parts, name), { nodes: parts.nodes });
    return answerFields(fields, value, at, run);
  };
}

/** In the words of graphql-js. */
function notPossible({ schema, type, where }: AbstractParts, name: unknown): string {
  if (typeof name !== 'string') {
    return `Abstract type "${type.name}" must resolve to an Object type at runtime for field "${where}". Either the "${type.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`;
  }
  const found = schema.getType(name);
  if (found === undefined)
    return `Abstract type "${type.name}" was resolved to a type "${name}" that does not exist inside the schema.`;
  if (!isObjectType(found)) return `Abstract type "${type.name}" was resolved to a non-object type "${name}".`;
  return `Runtime Object type "${name}" is not a possible type for "${type.name}".`;
}
