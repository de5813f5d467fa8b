import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { answerFields, type CompiledField, isPromise } from './answer-fields.ts';
import { compileFields } from './compile-fields.ts';
import { compileVariables, type Values } from './compile-input.ts';
import { NotCovered } from './not-covered.ts';
import { FieldErrors, type Run } from './run.ts';
import { mustBeUnconditional } from './selected-fields.ts';

/** Runs an operation that was compiled: what `execute` of graphql-js answers, without reading the document again. */
export type CompiledOperation = (variables: Values, context: unknown) => ExecutionResult | PromiseLike<ExecutionResult>;

/** A plan is kept for long; what needs more than this is rare enough to be executed. */
const MOST_FIELDS = 2000;
/** As graphql-js does. */
const MOST_VARIABLE_ERRORS = 50;

/**
 * Compiles the operation of a document that fits the schema, to calls of the resolvers. Undefined for what is not covered:
 * directives, introspection, subscriptions, several operations, mutations of several fields, types that are not told
 * apart by `__typename`. Whatever is compiled is covered whole.
 */
export function compileOperation(schema: GraphQLSchema, document: DocumentNode): CompiledOperation | undefined {
  try {
    return compiled(schema, document);
  } catch (error) {
    if (error instanceof NotCovered) return undefined;
    throw error;
  }
}

function compiled(schema: GraphQLSchema, { definitions }: DocumentNode): CompiledOperation {
  const [operation, ...others] = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const root = operation && schema.getRootType(operation.operation);
  if (!root || others.length > 0 || operation.operation === OperationTypeNode.SUBSCRIPTION) throw new NotCovered();
  mustBeUnconditional(operation.directives);
  const named = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const fragments = Object.fromEntries(named.map((node) => [node.name.value, node]));
  const compilation = { schema, fragments, operation, fieldsLeft: MOST_FIELDS };
  const fields = compileFields(compilation, root, [operation.selectionSet]);
  // These would have to wait for each other.
  if (operation.operation === OperationTypeNode.MUTATION && fields.length > 1) throw new NotCovered();
  const definedVariables = operation.variableDefinitions ?? [];
  const coerce = compileVariables(schema, definedVariables);
  const answer = (variables: Values, context: unknown) =>
    answered(fields, { context, variables, errors: new FieldErrors() });
  return (given, context) => {
    const variables = coerce(given);
    if (variables !== undefined) return answer(variables, context);
    const { coerced, errors } = getVariableValues(schema, definedVariables, given, { maxErrors: MOST_VARIABLE_ERRORS });
    return errors === undefined ? answer(coerced, context) : { errors };
  };
}

function answered(fields: readonly CompiledField[], run: Run): ExecutionResult | PromiseLike<ExecutionResult> {
  const lost = (error: GraphQLError): ExecutionResult => {
    run.errors.add(error, undefined);
    return resultOf(null, run);
  };
  try {
    const data = answerFields(fields, undefined, undefined, run);
    return isPromise(data) ? data.then((settled) => resultOf(settled, run), lost) : resultOf(data, run);
  } catch (error) {
    // Fields throw nothing but errors that say where they are.
    return lost(error as GraphQLError);
  }
}

function resultOf(data: unknown, { errors: { told } }: Run): ExecutionResult {
  const shaped = data as Record<string, unknown> | null;
  return told.length === 0 ? { data: shaped } : { errors: told, data: shaped };
}
